import type { ReactNode } from 'react'
import { items } from '#contract/vault/items.ts'
import { itemTexts } from '#texts/vault/contents.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'
import { isCode } from '#web/platform/api/errors.ts'
import { ElementPanel, type PanelProps } from '#web/vault/element-panel/ElementPanel.tsx'
import { moveAndRemove } from '#web/vault/element-panel/panelEntries.tsx'
import { CategoryIcon } from './CategoryIcon.tsx'
import { ItemDetails } from './ItemDetails.tsx'
import { useCategories, useItem, type Item } from './queries.ts'
import { parseOtpSecret } from '#domain/platform/one-time-code.ts'
import type { OldValueCalls } from '#web/vault/element-panel/OldValues.tsx'

export function ItemPanel(props: PanelProps & { itemId: number; star?: ReactNode }): ReactNode {
  const { data: item, isError, error } = useItem(props.chestId, props.itemId)
  const { data: categories = [] } = useCategories()
  return (
    <ElementPanel
      element={item}
      isError={isError && !isCode(error, 'CHEST_LOCKED')}
      label={itemTexts.panelLabel}
      icon={<CategoryIcon name={item?.categoryIcon ?? ''} />}
      entries={props.mayUpdate || props.mayDelete ? moveAndRemove(props) : []}
      star={props.star}
      editRequest={props.editRequest}
      details={(shown, now, editRequest) => (
        <ItemDetails
          item={shown}
          now={now}
          editRequest={editRequest}
          mayUpdate={props.mayUpdate}
          onChanged={props.onChanged}
        />
      )}
      activity={{
        queryKey: [...cacheKeys.item(props.chestId, props.itemId), 'history'],
        page: (before, signal) =>
          call(items.history, {
            params: { id: props.itemId },
            query: before === undefined ? {} : { before },
            signal,
          }),
      }}
      oldValues={props.mayUpdate ? (shown) => oldValuesOf(shown, categories, props.onChanged) : undefined}
      onClose={props.onClose}
    />
  )
}

/** Returns the calls on the old values of an item, and how each field's value is read. */
function oldValuesOf(
  item: Item,
  categories: readonly { id: number; name: string }[],
  onChanged: () => Promise<void>,
): OldValueCalls {
  const { id, chest_id: chestId, revision } = item
  const nameOf = (value: string) => categories.find((one) => String(one.id) === value)?.name ?? value
  return {
    queryKey: [...cacheKeys.item(chestId, id), 'versions'],
    list: (signal) => call(items.versions, { params: { id }, signal }),
    open: (versionId) => call(items.openVersion, { params: { id, versionId } }),
    restore: (versionId) => call(items.restoreVersion, { params: { id, versionId }, body: { revision } }),
    read: (paramName, value) => {
      if (paramName === 'category') return { text: nameOf(value), isSecret: false }
      if (paramName === 'otp') return { text: parseOtpSecret(value)?.secret ?? value, isSecret: true }
      return { text: value, isSecret: paramName === 'password' }
    },
    onChanged,
  }
}
