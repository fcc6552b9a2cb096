import {
  extraFieldId,
  isConcealed,
  storedField,
  type NewExtraField,
  type NextExtraField,
  type StoredExtraField,
} from '#domain/vault/extra-fields.ts'
import { extraFieldParam, type HistoryParamName } from '#domain/vault/history.ts'
import type { DataKey } from '#server/platform/crypto/data-key.ts'
import {
  sealItemSecrets,
  unsealItemSecrets,
  type ItemSecrets,
  type SecretPlace,
} from '#server/vault/contents/sealing.ts'

/** An old value of an extra field: the field as it was, and its place among the others. */
export type OldExtraField = NewExtraField & { readonly place: number }

/**
 * Returns the fields that an item had before a change. What was changed since was undone since.
 * @param full its present fields with their values
 * @param old what the change replaced, by field
 * @param revision the revision that the change gave to the item; the fields that it added name it, or a later one
 */
export function fieldsBefore<Field extends NewExtraField & { readonly id: number }>(
  full: readonly Field[],
  old: ReadonlyMap<number, OldExtraField>,
  revision: number,
): (NewExtraField & { readonly id: number })[] {
  const isEarlier = (id: number) => id < extraFieldId(revision, 0)
  const fields = full
    .filter(({ id }) => isEarlier(id) && !old.has(id))
    .map(({ id, label, kind, value }) => ({ id, label, kind, value }))
  const returning = [...old]
    .filter(([id]) => isEarlier(id))
    .toSorted(([, one], [, other]) => one.place - other.place)
  for (const [id, { label, kind, value, place }] of returning)
    fields.splice(place, 0, { id, label, kind, value })
  return fields
}

/** A change of one field, or of the order. `old` is what it replaced; null for a new field and for the order. */
type FieldChange = {
  readonly param: HistoryParamName
  readonly old: { readonly id: number; readonly field: OldExtraField } | null
}

/** What a change of an item's extra fields writes. */
export type FieldsWriting = {
  readonly fields: readonly StoredExtraField[]
  readonly changes: readonly FieldChange[]
  /** The columns of the concealed values, if any changes. */
  readonly columns: Partial<ReturnType<typeof sealItemSecrets>>
}

/**
 * Compares an item's extra fields with those that it is to have, and seals the concealed values anew if one
 * changes. A new field without a value is a mistake of the caller.
 * @param at the item, its chest and the revision that the change gives to the item
 */
export function planFieldsWriting(
  key: DataKey,
  row: Parameters<typeof unsealItemSecrets>[1],
  present: readonly StoredExtraField[],
  next: readonly NextExtraField[],
  at: SecretPlace,
): FieldsWriting {
  let added = 0
  const named = next.map((field) => ({ ...field, id: field.id ?? extraFieldId(at.revision, added++) }))
  const presentOf = new Map(present.map((field) => [field.id, field]))
  const nextOf = new Map(named.map((field) => [field.id, field]))
  // Concealed values are unsealed only to be compared or replaced.
  const isTouched =
    named.some((field) => isConcealed(field) && field.value !== undefined) ||
    present.some((field) => isConcealed(field) && nextOf.get(field.id)?.label !== field.label) ||
    present.some((field) => isConcealed(field) && nextOf.get(field.id)?.kind !== field.kind)
  const secrets: ItemSecrets = isTouched ? unsealItemSecrets(key, row, at.chestId) : new Map()
  const valueOf = ({ id, value }: StoredExtraField): string => value ?? secrets.get(id) ?? ''
  const oldOf = (field: StoredExtraField) => {
    const { id, label, kind } = field
    return { id, field: { label, kind, value: valueOf(field), place: present.indexOf(field) } }
  }

  const changes: FieldChange[] = []
  for (const field of named) {
    const before = presentOf.get(field.id)
    if (!before) changes.push({ param: extraFieldParam('field_new', field.id), old: null })
    else if (
      before.label !== field.label ||
      before.kind !== field.kind ||
      (field.value !== undefined && field.value !== valueOf(before))
    )
      changes.push({ param: extraFieldParam('field', field.id), old: oldOf(before) })
  }
  for (const field of present)
    if (!nextOf.has(field.id))
      changes.push({ param: extraFieldParam('field_delete', field.id), old: oldOf(field) })
  const kept = present.filter(({ id }) => nextOf.has(id))
  const inNewOrder = named.filter(({ id }) => presentOf.has(id))
  if (kept.some(({ id }, place) => inNewOrder[place]?.id !== id)) changes.push({ param: 'fields', old: null })

  const full = named.map((field) => {
    const before = presentOf.get(field.id)
    return { ...field, value: field.value ?? (before ? valueOf(before) : '') }
  })
  const concealed = new Map(full.filter(isConcealed).map(({ id, value }) => [id, value]))
  const isResealed =
    isTouched &&
    (concealed.size !== secrets.size || [...concealed].some(([id, value]) => secrets.get(id) !== value))
  return {
    fields: full.map(storedField),
    changes,
    columns: isResealed ? sealItemSecrets(key, at, concealed) : {},
  }
}
