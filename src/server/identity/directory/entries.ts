import type { EqualityFilter, Filter } from 'ldapts'
import type { Found } from './bind.ts'

/**
 * What stands for an entry for ever, whatever it is renamed to: `objectGUID` of Active Directory, `entryUUID` of the
 * others (RFC 4530). Of a person or a group that was made anew under an old name it is another.
 */
export type EntryKey = string

/** The attributes that give the key. */
export const keyAttributes = ['objectGUID', 'entryUUID'] as const

/** @returns null when the directory shows neither attribute */
export function keyOf(entry: Found): EntryKey | null {
  const [guid, uuid] = keyAttributes.map((name) => entry.values.get(name.toLowerCase())?.[0])
  if (guid !== undefined) {
    const bytes = Buffer.from(guid)
    return bytes.length === guidBytes ? `objectGUID:${bytes.toString('hex')}` : null
  }
  const text = uuid?.toString().toLowerCase() ?? ''
  return uuidPattern.test(text) ? `entryUUID:${text}` : null
}

const guidBytes = 16
const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The condition that only the entry of a key fulfils. */
export function hasKey(of: { EqualityFilter: typeof EqualityFilter }, key: EntryKey): Filter {
  const [attribute = '', value = ''] = key.split(':')
  const isBytes = attribute === 'objectGUID'
  return new of.EqualityFilter({ attribute, value: isBytes ? Buffer.from(value, 'hex') : value })
}

/** The first value of an attribute, as text; null for none. */
export function textOf(entry: Found, attribute: string): string | null {
  const value = entry.values.get(attribute.toLowerCase())?.[0]
  return typeof value === 'string' && value !== '' ? value : null
}
