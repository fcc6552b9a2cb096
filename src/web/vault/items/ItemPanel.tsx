import type { ReactNode } from 'react'
import { items } from '#contract/vault/items.ts'
import { formatCalendarDay } from '#texts/platform/format.ts'
import { itemTexts } from '#texts/vault/contents.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { ElementPanel, type PanelProps } from '#web/vault/element-panel/ElementPanel.tsx'
import { elementCalls } from '#web/vault/element-panel/elementCalls.ts'
import type { MenuEntries } from '#web/platform/ui/Menu.tsx'
import { CategoryIcon } from './CategoryIcon.tsx'
import { ItemDetails } from './ItemDetails.tsx'
import { useCategories, useItem, type Item } from './queries.ts'
import { isConcealed } from '#domain/vault/extra-fields.ts'

export function ItemPanel(
  props: PanelProps & { itemId: number; star?: ReactNode; actionsOf: (item: Item) => MenuEntries },
): ReactNode {
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
      entries={data === undefined ? [] : props.actionsOf(data)}
      details={(item, now, editRequest) => (
        <ItemDetails {...props} item={item} now={now} editRequest={editRequest} />
      )}
      calls={elementCalls(items, cacheKeys.item(chestId, itemId), itemId)}
      labelOf={(fieldId) => data?.fields.find((field) => field.id === fieldId)?.label}
      readOldValue={({ paramName, value, field }) => {
        if (field) {
          const text = field.kind === 'date' ? formatCalendarDay(value) : value
          return { text, isSecret: isConcealed(field), label: field.label }
        }
        if (paramName === 'category') return { text: categoryOf(value), isSecret: false }
        if (paramName === 'renewBefore')
          return { text: value === '' ? '' : formatCalendarDay(value), isSecret: false }
        // The server wrote it: an address, or the secret alone. The whole reader would weigh on the first page.
        if (paramName === 'otp')
          return { text: /[?&]secret=([^&#]+)/i.exec(value)?.[1] ?? value, isSecret: true }
        return { text: value, isSecret: paramName === 'password' }
      }}
    />
  )
}
