import type { ReactNode } from 'react'
import { items } from '#contract/vault/items.ts'
import { itemTexts } from '#texts/vault/contents.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { ElementPanel, type PanelProps } from '#web/vault/element-panel/ElementPanel.tsx'
import { elementCalls } from '#web/vault/element-panel/elementCalls.ts'
import { moveAndRemove } from '#web/vault/element-panel/panelEntries.tsx'
import { CategoryIcon } from './CategoryIcon.tsx'
import { ItemDetails } from './ItemDetails.tsx'
import { useCategories, useItem } from './queries.ts'
import { parseOtpSecret } from '#domain/platform/one-time-code.ts'

export function ItemPanel(props: PanelProps & { itemId: number; star?: ReactNode }): ReactNode {
  const { chestId, itemId } = props
  const { data, error } = useItem(chestId, itemId)
  const { data: categories = [] } = useCategories()
  const categoryOf = (id: string) => categories.find((one) => String(one.id) === id)?.name ?? id
  return (
    <ElementPanel
      {...props}
      element={data}
      error={error}
      label={itemTexts.panelLabel}
      icon={<CategoryIcon name={data?.categoryIcon ?? ''} />}
      entries={props.mayUpdate || props.mayDelete ? moveAndRemove(props) : []}
      details={(item, now, editRequest) => (
        <ItemDetails {...props} item={item} now={now} editRequest={editRequest} />
      )}
      calls={elementCalls(items, cacheKeys.item(chestId, itemId), itemId)}
      readOldValue={(paramName, value) => {
        if (paramName === 'category') return { text: categoryOf(value), isSecret: false }
        if (paramName === 'otp') return { text: parseOtpSecret(value)?.secret ?? value, isSecret: true }
        return { text: value, isSecret: paramName === 'password' }
      }}
    />
  )
}
