import { useQueryClient } from '@tanstack/react-query'
import { items } from '#contract/vault/items.ts'
import type { ExtraFieldKind } from '#domain/vault/extra-fields.ts'
import { extraFieldParam } from '#domain/vault/history.ts'
import { panelTexts } from '#texts/vault/contents.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'
import { saveField, type EditedField } from '#web/vault/element-panel/conflicts.ts'
import { useToasts, type ToastOptions } from '#web/platform/ui/Toast.tsx'
import type { Item } from './queries.ts'

export type ItemExtraField = Item['fields'][number]
/** What a change gives a field; without `value` the present one stays, null deletes the field. */
type Sent = { label?: string; kind?: ExtraFieldKind; value?: string | null }

/**
 * Returns the functions that change the extra fields of an item. A save starts from the item of its render.
 * @param onChanged refreshes table, tree and panel
 */
export function useExtraFieldSaves(item: Item, onChanged: () => Promise<void>) {
  const toasts = useToasts()
  const cache = useQueryClient()
  const { id, chest_id: chestId } = item
  const show = (fresh: Item) => cache.setQueryData(cacheKeys.item(chestId, id), fresh)

  const change = (
    elementValue: Sent & { id?: number; label: string; kind: ExtraFieldKind },
    revision?: number,
  ) =>
    call(items.change, {
      params: { id },
      body: { elementType: 'field', elementValue, ...(revision !== undefined && { revision }) },
    })

  /** Saves a part of a field. What others changed of it meanwhile, besides that part, stays. */
  const save = (
    field: ItemExtraField,
    sentOf: (value: string) => Sent,
    valueOf: EditedField<Item>['valueOf'],
    value: string,
    options?: ToastOptions,
  ): Promise<void> => {
    let present = field
    return saveField(
      {
        began: item,
        field: { paramNames: [extraFieldParam('field', field.id)], valueOf },
        onEnd: onChanged,
        onFresh: (fresh) => {
          present = fresh.fields.find((one) => one.id === field.id) ?? present
          show(fresh)
        },
        send: async (sent, revision) => {
          const { label, kind } = present
          const reply = await change({ id: field.id, label, kind, ...sentOf(sent) }, revision)
          toasts.success(reply.message, options)
        },
      },
      value,
    )
  }
  const presentIn = (field: ItemExtraField) => (one: Item) =>
    one.fields.find(({ id: other }) => other === field.id)

  const saver = (field: ItemExtraField) => (value: string) => {
    const textOf = (one: Item) => String(presentIn(field)(one)?.value ?? '')
    return save(field, (sent) => ({ value: sent }), field.value === true ? null : textOf, value)
  }

  /** Changes label and kind. @param value needed where the kind conceals a value or no longer does */
  const rename = (field: ItemExtraField, label: string, kind: ExtraFieldKind, value?: string) => {
    const headOf = (one: Item) => {
      const present = presentIn(field)(one)
      return present ? `${present.kind} ${present.label}` : ''
    }
    const sent = { label, kind, ...(value !== undefined && { value }) }
    return save(field, () => sent, headOf, `${kind} ${label}`)
  }

  const add = async (label: string, kind: ExtraFieldKind, value: string) => {
    try {
      const { message } = await change({ label, kind, value })
      toasts.success(message)
    } finally {
      await onChanged()
    }
  }

  /** Restores the field that a deletion removed. */
  const putBack = async (fieldId: number) => {
    try {
      const kept = await call(items.versions, { params: { id } })
      const version = kept.find(({ paramName }) => paramName === extraFieldParam('field', fieldId))
      if (version === undefined) throw new Error('no old value')
      const params = { id, versionId: version.id }
      const { message } = await call(items.restoreVersion, { params, body: {} })
      toasts.success(message)
    } catch {
      toasts.error(panelTexts.updateFailed)
    }
    await onChanged()
  }

  /** Deletes a field. The toast has an undo. */
  const remove = async (field: ItemExtraField) => {
    const action = { label: panelTexts.undo, onAction: () => void putBack(field.id) }
    try {
      const { message } = await change({ id: field.id, label: field.label, kind: field.kind, value: null })
      toasts.success(message, { action })
    } catch {
      toasts.error(panelTexts.updateFailed)
    }
    await onChanged()
  }

  /** Shows another order at once, and saves it. */
  const order = async (fields: readonly ItemExtraField[]) => {
    show({ ...item, fields: [...fields] })
    try {
      const elementValue = fields.map((field) => field.id)
      const { message } = await call(items.change, {
        params: { id },
        body: { elementType: 'fields', elementValue },
      })
      toasts.success(message)
    } catch {
      toasts.error(panelTexts.updateFailed)
    }
    await onChanged()
  }
  return { saver, rename, add, remove, order }
}
