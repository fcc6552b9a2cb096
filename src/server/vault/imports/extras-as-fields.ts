import { extraFieldLimits } from '#domain/platform/limits.ts'
import {
  extraFieldKinds,
  isDate,
  labelFault,
  tidyValue,
  valueFault,
  type ExtraFieldKind,
  type NewExtraField,
} from '#domain/vault/extra-fields.ts'
import { extraFieldText, otherFieldsLabel } from '#texts/vault/imports.ts'
import { plainName } from './plain-fields.ts'

/** A field of the file without a counterpart in an item. */
export type Extra = {
  readonly label: string
  readonly value: string
  /** The program that wrote the file hides the value. */
  readonly isHidden: boolean
  /** The kind that Trousseau's own archive names; by default the content decides. */
  readonly kind?: ExtraFieldKind
}

/** Extra fields of an item, and the visible texts that did not fit in: they go to the description. */
export type ExtrasAsFields = {
  readonly fields: readonly NewExtraField[]
  readonly description: string
  /** Whether a concealed field is longer than one may be: the entry cannot be imported whole. */
  readonly isTooLong: boolean
  /** The labels of what has no field of its own. */
  readonly joined: readonly string[]
}

/**
 * Converts the fields of a file that items do not have into extra fields, hidden ones into concealed fields. What
 * has no place (beyond the thirtieth, or longer than a field may be) is joined: into one concealed field if any
 * of it is hidden, else into the description. Nothing is lost, and nothing hidden becomes visible.
 */
export function extrasAsFields(extras: readonly Extra[]): ExtrasAsFields {
  const read = extras.map((extra) => ({ extra, field: asField(extra) }))
  const isSpilled = read.length > extraFieldLimits.fields || read.some(({ field }) => field === null)
  const fields: NewExtraField[] = []
  const rest: Extra[] = []
  // One place is left for the rest.
  const most = extraFieldLimits.fields - (isSpilled ? 1 : 0)
  for (const { extra, field } of read) {
    if (field !== null && fields.length < most) fields.push(field)
    else rest.push(extra)
  }
  const joined = rest.map(({ label }) => plainName(label).name)
  const text = rest.map(({ label, value }) => extraFieldText(plainName(label).name, value)).join('\n')
  if (!rest.some(({ isHidden }) => isHidden)) return { fields, description: text, isTooLong: false, joined }
  const isTooLong = text.length > extraFieldKinds.concealed.maximum
  return {
    fields: [...fields, { label: otherFieldsLabel, kind: 'concealed', value: text }],
    description: '',
    isTooLong,
    joined,
  }
}

/** Returns a field for a value of a file; null if the value or the label is too long for one. */
function asField({ label, value, isHidden, kind: own }: Extra): NewExtraField | null {
  const name = plainName(label).name || otherFieldsLabel
  // A text of several lines may hold anything, also markup (`kindOf`).
  const isOwn = own !== undefined && (own === 'lines' || valueFault(own, value) === null)
  const kind = isHidden ? 'concealed' : isOwn ? own : kindOf(value)
  // A private key has the line ends of the program that wrote it.
  const text = tidyValue(kind, value)
  const isLong = text.length > extraFieldKinds[kind].maximum
  return isLong || labelFault(name) !== null ? null : { label: name, kind, value: text }
}

/** Returns the kind of a visible value by its content. */
function kindOf(value: string): ExtraFieldKind {
  const text = value.trim()
  if (isDate(text)) return 'date'
  if (/^https?:\/\/\S+$/i.test(text) && valueFault('address', text) === null) return 'address'
  const isLine = !/[\p{Cc}\u2028\u2029]/u.test(text) && text.length <= extraFieldKinds.text.maximum
  return isLine ? 'text' : 'lines'
}
