import type { BodyOf } from '#contract/platform/endpoint.ts'
import type { items } from '#contract/vault/items.ts'
import { extraFieldId } from '#domain/vault/extra-fields.ts'
import { extraFieldParam } from '#domain/vault/history.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { extraFieldMessages } from '#texts/vault/extra-fields.ts'
import type { InChest } from '#server/access/locate.ts'
import { inChest, type ChestWriting } from '#server/vault/contents/chest-writing.ts'
import { unsealRowMeta } from '#server/vault/contents/sealing.ts'
import { invalidField } from '#server/vault/contents/values.ts'
import type { VaultDeps } from '#server/vault/deps.ts'
import { isFieldChange, withChange, withOrder, withRestored } from './extra-field-changes.ts'
import { itemReply } from './reply.ts'
import { itemById, type ItemRow } from './stored-items.ts'
import type { OldExtraField } from './write-extra-fields.ts'
import { writeFields } from './write-fields.ts'

type Body = BodyOf<typeof items.change>
type ItemRequest = InChest & { readonly params: { readonly id: number } }
type Request = ItemRequest & { readonly body: Body & { readonly elementType: 'field' | 'fields' } }

/** Returns the row of an item that is about to be changed. @throws Refusal EDIT_CONFLICT for a stale revision */
export async function itemToChange(
  writing: ChestWriting,
  { chest, params: { id }, body }: ItemRequest & { readonly body: { readonly revision?: number } },
): Promise<ItemRow> {
  const row = await itemById(writing.tx, chest.id, id)
  if (body.revision === undefined || body.revision === row.revision) return row
  const showing = { db: writing.tx, ck: await writing.key(), chest, now: writing.now }
  throw new Refusal('EDIT_CONFLICT', { details: await itemReply(showing, id) })
}

/** An old value of an extra field that a change restores. */
type Restored = { readonly version: number; readonly id: number; readonly field: OldExtraField }

/** Adds, changes, deletes, orders or restores extra fields of an item. */
export const changeExtraFields = (
  deps: Pick<VaultDeps, 'db' | 'clock' | 'journal' | 'chestKeys'>,
  request: Request,
  restored: Restored | null = null,
) => {
  const { actor, chest, origin, params, body } = request
  const { elementType, elementValue: value } = body
  return inChest(deps, chest, async (writing) => {
    const row = await itemToChange(writing, request)
    const { fields } = unsealRowMeta(await writing.key(), 'items', row, chest.id, row.folder_id)
    const change = () => {
      if (restored) return { id: restored.id, next: withRestored(fields, restored.id, restored.field) }
      if (elementType === 'fields') return { id: null, next: withOrder(fields, value) }
      if (!isFieldChange(value)) throw invalidField('elementValue', 'type')
      return { id: value.id ?? extraFieldId(row.revision + 1, 0), next: withChange(fields, value) }
    }
    const { id, next } = change()
    if (await writeFields(writing, actor, row, { values: {}, level: 0, fields: next })) {
      const field = id === null ? 'fields' : extraFieldParam('field', id)
      await deps.journal.record(writing.tx, actor, origin, {
        chest: chest.id,
        ...(restored === null
          ? { action: 'item.changed', objects: { item: params.id, field } }
          : {
              action: 'item.version.restored',
              objects: { item: params.id, field, version: restored.version },
            }),
      })
    }
    const { revision } = await itemById(writing.tx, chest.id, params.id)
    const done =
      id === null
        ? 'ordered'
        : (['deleted', 'changed', 'added'] as const)[1 + Math.sign(next.length - fields.length)]
    return { message: extraFieldMessages[done ?? 'changed'], revision, ...(id !== null && { fieldId: id }) }
  })
}
