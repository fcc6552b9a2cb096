import { extraFieldLimits } from '#domain/platform/limits.ts'
import {
  extraFieldKindNames,
  inOrder,
  isConcealed,
  labelFault,
  tidyLabel,
  tidyValue,
  valueFault,
  type ExtraFieldFault,
  type ExtraFieldKind,
  type NewExtraField,
  type NextExtraField,
  type StoredExtraField,
} from '#domain/vault/extra-fields.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { patternMismatch } from '#server/platform/http/patterns.ts'
import { invalidField } from '#server/vault/contents/values.ts'
import type { OldExtraField } from './write-extra-fields.ts'

const refusalOf = (fault: ExtraFieldFault, at: string): Refusal => {
  if (fault === 'LABEL_MISSING' || fault === 'VALUE_MISSING')
    return new Refusal('VALUE_REQUIRED', { details: { field: `body/${at}` } })
  if (fault === 'ADDRESS_REFUSED') return new Refusal('ADDRESS_REFUSED', { details: { field: `body/${at}` } })
  return fault === 'VALUE_TOO_LONG' ? invalidField(at, 'maxLength') : patternMismatch(at)
}

function readLabel(label: string, at: string, stored = ''): string {
  const fault = labelFault(label, stored)
  if (fault !== null) throw refusalOf(fault, `${at}/label`)
  return tidyLabel(label)
}

function readValue(kind: ExtraFieldKind, value: string, at: string, stored = ''): string {
  const fault = valueFault(kind, value, stored)
  if (fault !== null) throw refusalOf(fault, `${at}/value`)
  return tidyValue(kind, value)
}

const newFieldKeys = ['label', 'kind', 'value'] as const

/** Reads the extra fields of a form, which sends the list as JSON. @throws Refusal INVALID_REQUEST */
function parseFields(text: string): readonly NewExtraField[] {
  if (text === '') return []
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    throw invalidField('fields', 'json')
  }
  if (!Array.isArray(list) || list.length > extraFieldLimits.fields) throw invalidField('fields', 'maxItems')
  for (const [place, field] of (list as unknown[]).entries()) {
    const at = `fields/${place}`
    if (typeof field !== 'object' || field === null) throw invalidField(at, 'type')
    const given = field as Record<string, unknown>
    const isKnown = Object.keys(given).every((key) => newFieldKeys.some((one) => one === key))
    if (!isKnown) throw invalidField(at, 'additionalProperties')
    for (const key of newFieldKeys) {
      const text = given[key]
      if (typeof text !== 'string' || !text.isWellFormed()) throw invalidField(`${at}/${key}`, 'type')
    }
    if (!extraFieldKindNames.some((kind) => kind === given['kind'])) throw invalidField(`${at}/kind`, 'enum')
  }
  return list as NewExtraField[]
}

/**
 * Returns the extra fields of a new item as they are stored.
 * @param given the list, or its JSON text in a form
 * @throws Refusal as their limits and rules say
 */
export const readNewFields = (given: readonly NewExtraField[] | string = []): NewExtraField[] =>
  (typeof given === 'string' ? parseFields(given) : given).map(({ label, kind, value }, place) => ({
    label: readLabel(label, `fields/${place}`),
    kind,
    value: readValue(kind, value, `fields/${place}`),
  }))

const at = 'elementValue'

/** A change of one extra field, as the contract has it. */
export type ExtraFieldChange = {
  readonly id?: number
  readonly label: string
  readonly kind: ExtraFieldKind
  readonly value?: string | null
}

export const isFieldChange = (value: unknown): value is ExtraFieldChange =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns the fields after a change of one of them.
 * @throws Refusal FIELD_NOT_FOUND, TOO_MANY_FIELDS, and as the rules of label and value say
 */
export function withChange(
  present: readonly StoredExtraField[],
  { id, label, kind, value }: ExtraFieldChange,
): NextExtraField[] {
  const before = present.find((field) => field.id === id)
  if (id !== undefined && !before) throw new Refusal('FIELD_NOT_FOUND')
  if (before && value === null) return present.filter((field) => field !== before)
  // A value that stays is not judged again: an imported one may break the rules of forms.
  const stays = before?.kind === kind && value === undefined
  // It follows the rules of another kind; one that is concealed, or no longer is, must be given.
  const given = value ?? (isConcealed({ kind }) ? undefined : before?.value) ?? ''
  const next = {
    ...(before && { id: before.id }),
    label: readLabel(label, at, before?.label),
    kind,
    ...(!stays && { value: readValue(kind, given, at, before?.value) }),
  }
  if (before) return present.map((field) => (field === before ? next : field))
  return requirePlace(present, [...present, next])
}

/**
 * Returns the fields with an old value of one restored; a deleted one comes back to its place. An old
 * value was stored before, so it is not judged again: an imported one may break the rules of forms.
 */
export function withRestored(
  present: readonly StoredExtraField[],
  id: number,
  { label, kind, value, place }: OldExtraField,
): NextExtraField[] {
  const field = { id, label, kind, value }
  if (present.some((one) => one.id === id)) return present.map((one) => (one.id === id ? field : one))
  return requirePlace(present, present.toSpliced(place, 0, field))
}

function requirePlace(
  present: readonly StoredExtraField[],
  next: readonly NextExtraField[],
): NextExtraField[] {
  if (present.length >= extraFieldLimits.fields) throw new Refusal('TOO_MANY_FIELDS')
  return [...next]
}

/** Returns the fields in another order. @throws Refusal FIELD_NOT_FOUND for an id that names none */
export function withOrder(present: readonly StoredExtraField[], value: unknown): NextExtraField[] {
  if (!Array.isArray(value)) throw invalidField(at, 'type')
  const ordered = inOrder(present, value as number[])
  if (!ordered) throw new Refusal('FIELD_NOT_FOUND')
  return ordered
}
