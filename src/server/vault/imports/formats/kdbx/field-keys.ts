import { isOtpField, readOtp } from '../../read-otp.ts'
import type { KdbxField } from './kdbx-tree.ts'

/**
 * The custom data of an entry that tells the labels of its fields and their order. A database has each key once, and
 * KeePass and KeePassXC sort the keys; both keep custom data.
 */
export const fieldKeysName = 'Trousseau.Fields'

/** Characters that XML 1.0 cannot express, and other controls: a value that has one is written encrypted. */
export const impossible = /(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/u

/** Keys that have a meaning of their own: an OTP, further addresses, a passkey. */
const reserved = /^(?:otp|KP2A_URL(?:_\d+)?|KPEX_PASSKEY_.*)$/

/** What tells the labels: each field's key and label, in the order of the fields. */
type FieldKeys = readonly (readonly [key: string, label: string])[]

/** Far beyond thirty fields with the longest labels. */
const longestKeys = 65_536

/**
 * Returns fields with a key for each label. A label that is used before, or that would be read as something else than a
 * field, gets a number.
 * @param others the other strings of the entry
 * @returns the text of the custom data as well, by which an import takes the fields as they are; null without fields
 */
export function keyedFields(
  fields: readonly KdbxField[],
  others: readonly KdbxField[],
): { strings: readonly KdbxField[]; keys: string | null } {
  const taken = new Set(others.map(({ label }) => label))
  const isOtp = others.some(({ label }) => isOtpField(label)) ? isOtpField : readableOtp(fields)
  const isFree = (key: string) => !taken.has(key) && !reserved.test(key) && !isOtp(key)
  const keys = fields.map(({ label }): FieldKeys[number] => {
    let key = label
    for (let number = 2; !isFree(key); number += 1) key = `${label} (${number})`
    taken.add(key)
    return [key, label]
  })
  return {
    strings: fields.map((field, place) => ({ ...field, label: keys[place]?.[0] ?? field.label })),
    keys: keys.length > 0 ? JSON.stringify(keys) : null,
  }
}

/**
 * Returns whether a field would be read as the OTP that its item does not have. KeePass uses other codes, by counter or
 * Steam's, under their own keys.
 */
function readableOtp(fields: readonly KdbxField[]): (key: string) => boolean {
  const values = new Map(fields.map(({ label, value }) => [label, value]))
  const found = new Set<string>()
  // Behind the first one may be another.
  for (let read = readOtp(values, ''); read.otp !== null; read = readOtp(values, ''))
    for (const key of read.used) {
      found.add(key)
      values.delete(key)
    }
  return (key) => found.has(key)
}

export type LabelledString = {
  readonly key: string
  readonly label: string
  readonly value: string
  /** Whether an export of Trousseau wrote it as a field. */
  readonly isOwn: boolean
}

/** Returns the strings of an entry with their labels: those that the custom data names first, in its order. */
export function labelledStrings(strings: ReadonlyMap<string, string>, written: string): LabelledString[] {
  const own = new Map(readKeys(written).filter(([key]) => strings.has(key)))
  const told = [...own].map(([key, label]) => ({ key, label, value: strings.get(key) ?? '', isOwn: true }))
  const others = [...strings].filter(([key]) => !own.has(key))
  return [...told, ...others.map(([key, value]) => ({ key, label: key, value, isOwn: false }))]
}

/** Reads the custom data. Anybody may have written it: what is no list of texts tells nothing. */
function readKeys(written: string): FieldKeys {
  if (written === '' || written.length > longestKeys) return []
  try {
    const read: unknown = JSON.parse(written)
    return Array.isArray(read) && read.every(isPair) ? read : []
  } catch {
    return []
  }
}

const isPair = (value: unknown): value is FieldKeys[number] =>
  Array.isArray(value) && value.length === 2 && value.every((text) => typeof text === 'string')
