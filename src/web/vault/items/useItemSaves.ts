import { useQueryClient } from '@tanstack/react-query'
import { items } from '#contract/vault/items.ts'
import { eachField, itemFields, itemMetaFields, type ItemField } from '#domain/vault/item-fields.ts'
import { panelTexts } from '#texts/vault/contents.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'
import { saveField, type EditedField } from '#web/vault/element-panel/conflicts.ts'
import { useToasts, type ToastOptions } from '#web/platform/ui/Toast.tsx'
import { changeItem, type Item } from './queries.ts'

type Field = Exclude<ItemField, 'folder'>

/** The names of each field in the history, and how to read its value (null for a secret). */
const fields: Record<Field, EditedField<Item>> = {
  ...eachField(itemMetaFields, (field) => editedAs(field, (item: Item) => item[field])),
  category: editedAs('category', ({ categoryId }) => String(categoryId)),
  password: editedAs('password', null),
  otp: editedAs('otp', null),
  renewBefore: editedAs('renewBefore', ({ renewBefore }) => renewBefore ?? ''),
}

function editedAs(field: Field, valueOf: EditedField<Item>['valueOf']): EditedField<Item> {
  return { paramNames: itemFields[field].history, valueOf }
}

/**
 * Returns the functions that save and clear the fields of an item. A save starts from the item of its render.
 * @param onChanged refreshes table, tree and panel
 */
export function useItemSaves(item: Item, onChanged: () => Promise<void>) {
  const toasts = useToasts()
  const cache = useQueryClient()
  const { id, chest_id: chestId } = item

  const saver = (field: Field, options?: ToastOptions) => (value: string) =>
    saveField(
      {
        began: item,
        field: fields[field],
        onEnd: onChanged,
        onFresh: (fresh) => cache.setQueryData(cacheKeys.item(chestId, id), fresh),
        send: async (sent, revision) => {
          const reply = await changeItem(id, revision, { field, value: sent })
          toasts.success(reply.message, options)
        },
      },
      value,
    )

  /** Restores the value that a deletion removed: the latest old one. */
  const putBack = async (field: Field) => {
    try {
      const kept = await call(items.versions, { params: { id } })
      const version = kept.find(({ paramName }) => paramName === field)
      if (version === undefined) throw new Error('no old value')
      const params = { id, versionId: version.id }
      const { message } = await call(items.restoreVersion, { params, body: {} })
      toasts.success(message)
    } catch {
      toasts.error(panelTexts.updateFailed)
    }
    await onChanged()
  }

  /** Deletes a value by saving an empty one (PANL-09). The toast has an undo. */
  const clear = async (field: Field) => {
    const action = { label: panelTexts.undo, onAction: () => void putBack(field) }
    await saver(field, { action })('').catch(() => toasts.error(panelTexts.updateFailed))
  }
  return { saver, clear }
}
