import { isRefusedAddress } from '#domain/platform/address-danger.ts'
import type { CategoryKey } from '#domain/platform/categories.ts'
import { extraFieldLimits, fieldLimits } from '#domain/platform/limits.ts'
import { withLineFeeds } from '#domain/platform/line-ends.ts'
import { asTyped, holdsMarkup, matchesPattern } from '#domain/platform/patterns.ts'

/** How the value of a kind is written, stored and found. */
type KindRule = {
  /** The longest value, in UTF-16 units. */
  readonly maximum: number
  /** Whether a value may have several lines. Outer blanks of the others are dropped. */
  readonly isMultiline: boolean
  /** Whether a value is sealed apart from the item's texts, and read by a recorded call only. */
  readonly isConcealed: boolean
  /** Whether the search covers label and value. */
  readonly isSearched: boolean
}

/**
 * The kinds of extra fields. Their names are on the wire and in the sealed parts: they are never renamed. A
 * concealed value may have several lines, as private keys do.
 */
export const extraFieldKinds = {
  text: { maximum: 2_048, isMultiline: false, isConcealed: false, isSearched: true },
  concealed: { maximum: 10_000, isMultiline: true, isConcealed: true, isSearched: false },
  address: { maximum: fieldLimits.address, isMultiline: false, isConcealed: false, isSearched: true },
  date: { maximum: 10, isMultiline: false, isConcealed: false, isSearched: false },
  lines: { maximum: 10_000, isMultiline: true, isConcealed: false, isSearched: false },
} as const satisfies Record<string, KindRule>

export type ExtraFieldKind = keyof typeof extraFieldKinds
export const extraFieldKindNames = Object.keys(extraFieldKinds) as [ExtraFieldKind, ...ExtraFieldKind[]]

/** The longest value of any kind. */
export const longestExtraValue = Math.max(...extraFieldKindNames.map((kind) => extraFieldKinds[kind].maximum))

/** An extra field that forms and importers give. A value is never empty. */
export type NewExtraField = {
  readonly label: string
  readonly kind: ExtraFieldKind
  readonly value: string
}

/**
 * An extra field in the sealed `meta` of its item. A concealed one has no value there: its value is in the
 * sealed column `secrets`.
 */
export type StoredExtraField = {
  readonly id: number
  readonly label: string
  readonly kind: ExtraFieldKind
  readonly value?: string
}

export const isConcealed = ({ kind }: { readonly kind: ExtraFieldKind }): boolean =>
  extraFieldKinds[kind].isConcealed

/** Returns a field as the sealed `meta` has it: a concealed one without its value. */
export const storedField = ({
  id,
  label,
  kind,
  value,
}: NewExtraField & { readonly id: number }): StoredExtraField =>
  isConcealed({ kind }) ? { id, label, kind } : { id, label, kind, value }

/**
 * Returns the id of a field that a change of an item adds. The revision that the change gives to the item makes
 * it unique: a deleted field's id is never given to another one, whose old values would be mixed with its own.
 * @param place the field's place among those that the same change adds
 */
export const extraFieldId = (revision: number, place: number): number => revision * 100 + place

/** Why a label or a value is refused. */
export type ExtraFieldFault =
  | 'LABEL_MISSING'
  | 'LABEL_FORMAT'
  | 'VALUE_MISSING'
  | 'VALUE_TOO_LONG'
  | 'VALUE_FORMAT'
  | 'ADDRESS_REFUSED'
  | 'DATE_FORMAT'

/** Returns a label as it is stored. */
export const tidyLabel = (label: string): string => label.trim()

/** Returns a value as it is stored: a concealed one to the letter. */
export const tidyValue = (kind: ExtraFieldKind, value: string): string =>
  kind === 'lines' ? withLineFeeds(value) : extraFieldKinds[kind].isMultiline ? value : value.trim()

/** Returns why a label is refused; null for a good one. @param stored the label that it replaces (`asTyped`) */
export function labelFault(label: string, stored = ''): ExtraFieldFault | null {
  const text = asTyped(tidyLabel(label), stored)
  if (text === '') return 'LABEL_MISSING'
  if (text === stored) return null
  return text.length > extraFieldLimits.label || !matchesPattern('REGEX_NAME', text) ? 'LABEL_FORMAT' : null
}

/** What UTF-8 cannot encode (half a surrogate pair), and NUL. */
const unkept = /[\0\p{Cs}]/u
/** What one line of text does not contain. */
const unprintable = /[\p{Cc}\u2028\u2029]/u

/**
 * Returns why a value is refused; null for a good one. A concealed value may contain any character.
 * @param stored the value that it replaces (`asTyped`); empty for a new or a concealed one
 */
export function valueFault(kind: ExtraFieldKind, value: string, stored = ''): ExtraFieldFault | null {
  const text = asTyped(tidyValue(kind, value), stored)
  if (text === '') return 'VALUE_MISSING'
  if (text.length > extraFieldKinds[kind].maximum) return 'VALUE_TOO_LONG'
  if (kind === 'date') return isDate(text) ? null : 'DATE_FORMAT'
  if (kind === 'concealed') return /\p{Cs}/u.test(text) ? 'VALUE_FORMAT' : null
  if (kind === 'address') {
    if (isRefusedAddress(text)) return 'ADDRESS_REFUSED'
    return matchesPattern('REGEX_ADDRESS', text) ? null : 'VALUE_FORMAT'
  }
  const isBad = holdsMarkup(text) || (kind === 'text' ? unprintable : unkept).test(text) || unkept.test(text)
  return isBad ? 'VALUE_FORMAT' : null
}

/** Whether a text is a day of the calendar, as yyyy-mm-dd. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** Returns what the search covers of an item's extra fields: labels and values of the searched kinds. */
export const searchedTextOf = (fields: readonly StoredExtraField[]): string =>
  fields
    .flatMap(({ kind, label, value }) =>
      extraFieldKinds[kind].isSearched ? [`${label} ${value ?? ''}`] : [],
    )
    .join('\n')

/**
 * Returns the fields in the order of ids. Fields that the ids do not name keep their order at the end: another
 * user may have added them meanwhile.
 * @returns null if an id names no field, or one twice
 */
export function inOrder<Field extends { readonly id: number }>(
  fields: readonly Field[],
  ids: readonly number[],
): Field[] | null {
  const named = ids.map((id) => fields.find((field) => field.id === id))
  if (new Set(ids).size !== ids.length || named.some((field) => field === undefined)) return null
  return [...named.filter((field) => field !== undefined), ...fields.filter(({ id }) => !ids.includes(id))]
}

/** A field after a change. No `id`: it is new. No `value`: the present one stays. */
export type NextExtraField = Omit<StoredExtraField, 'id'> & { readonly id?: number }

/**
 * Returns an item's fields after an import of others: a field keeps its id if it has the label and the kind of
 * an imported one, else only its label. The imported order counts.
 */
export function mergedFields(
  present: readonly StoredExtraField[],
  incoming: readonly NewExtraField[],
): NextExtraField[] {
  const free = new Set(present)
  const ids = new Map<NewExtraField, number>()
  const match = (isSame: (one: StoredExtraField, other: NewExtraField) => boolean) => {
    for (const field of incoming) {
      if (ids.has(field)) continue
      const found = [...free].find((one) => isSame(one, field))
      if (!found) continue
      free.delete(found)
      ids.set(field, found.id)
    }
  }
  match((one, { label, kind, value }) => one.label === label && one.kind === kind && one.value === value)
  match((one, { label, kind }) => one.label === label && one.kind === kind)
  match((one, { label }) => one.label === label)
  return incoming.map((field) => {
    const id = ids.get(field)
    const { label, kind, value } = field
    return { ...(id !== undefined && { id }), label, kind, value }
  })
}

/** The fields that forms propose, by their names in `texts/vault/extra-fields.ts`. */
export const suggestedFields = {
  host: 'text',
  ipAddress: 'text',
  port: 'text',
  system: 'text',
  databaseName: 'text',
  instance: 'text',
  console: 'address',
  incomingServer: 'text',
  outgoingServer: 'text',
  recovery: 'text',
  administration: 'address',
  version: 'text',
  networkName: 'text',
  security: 'text',
  keyName: 'text',
  apiSecret: 'concealed',
  apiAddress: 'address',
  expiry: 'date',
  licenceKey: 'concealed',
  holder: 'text',
  seats: 'text',
  purchase: 'date',
  endOfLicence: 'date',
  cardNumber: 'concealed',
  cardExpiry: 'text',
  cardCode: 'concealed',
  pin: 'concealed',
  iban: 'text',
  bic: 'text',
  bank: 'text',
  privateKey: 'concealed',
  publicKey: 'lines',
  passphrase: 'concealed',
  question: 'lines',
} as const satisfies Record<string, ExtraFieldKind>

export type SuggestedField = keyof typeof suggestedFields

/** An SSH key has no category of its own: it is proposed where such keys are kept. */
const sshKey = ['privateKey', 'publicKey', 'passphrase'] as const

/** The fields that the form of each category proposes, in their order. */
export const suggestionsOf: Readonly<Record<CategoryKey, readonly SuggestedField[]>> = {
  server: ['host', 'ipAddress', 'port', 'system', 'console', ...sshKey],
  database: ['host', 'port', 'databaseName', 'instance', 'console'],
  mail: ['incomingServer', 'outgoingServer', 'recovery'],
  network: ['ipAddress', 'administration', 'version', ...sshKey],
  application: ['version', 'recovery', 'question'],
  website: ['recovery', 'question'],
  wifi: ['networkName', 'security', 'administration'],
  apiKey: ['keyName', 'apiSecret', 'apiAddress', 'expiry', ...sshKey],
  licence: ['licenceKey', 'version', 'holder', 'seats', 'purchase', 'endOfLicence'],
  bankCard: ['holder', 'cardNumber', 'cardExpiry', 'cardCode', 'pin', 'bank', 'iban', 'bic'],
  otp: ['recovery'],
  other: [],
}
