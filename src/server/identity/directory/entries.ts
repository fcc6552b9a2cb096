import type { EqualityFilter, Filter } from 'ldapts'
import type { Found } from './searches.ts'

/**
 * A permanent identifier of an entry: `objectGUID` of Active Directory, `entryUUID` of the others (RFC 4530).
 * A person or group created again under an old name has another.
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

const keyPattern = /^(?:objectGUID:[0-9a-f]{32}|entryUUID:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Whether a text is a key as `keyOf` returns it. */
export const isEntryKey = (text: string): boolean => keyPattern.test(text)

/** Returns a filter that matches only the entry of a key. */
export function hasKey(of: { EqualityFilter: typeof EqualityFilter }, key: EntryKey): Filter {
  const [attribute = '', value = ''] = key.split(':')
  const isBytes = attribute === 'objectGUID'
  return new of.EqualityFilter({ attribute, value: isBytes ? Buffer.from(value, 'hex') : value })
}

/** Returns the first value of an attribute as text, or null. */
export function textOf(entry: Found, attribute: string): string | null {
  const value = entry.values.get(attribute.toLowerCase())?.[0]
  return typeof value === 'string' && value !== '' ? value : null
}
