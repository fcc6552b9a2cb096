import type { EqualityFilter } from 'ldapts'
import type { DirectorySession } from './bind.ts'
import { keyAttributes, keyOf, textOf, type EntryKey } from './entries.ts'
import type { Found } from './searches.ts'

type Ldap = typeof import('ldapts')

/** A group as searches need it. */
type Primary = { readonly key: EntryKey; readonly dn: string }

const anyEntry = (ldap: Ldap) => new ldap.PresenceFilter({ attribute: 'objectClass' })

/**
 * Returns the primary group of a person of Active Directory; null when it is not below the base, `unread` when the
 * directory does not show what it is. The group does not list the person as a member: the person has its number
 * (MS-ADTS §2.2.18).
 */
export async function primaryGroupOf(
  session: DirectorySession,
  ldap: Ldap,
  dn: string,
): Promise<Primary | null | 'unread'> {
  const attributes = ['objectSid', 'primaryGroupID']
  const [person] = await session.search({
    base: dn,
    scope: 'base',
    filter: anyEntry(ldap),
    attributes,
    limit: 1,
  })
  const sid = person && sidOf(person)
  const rid = Number((person && textOf(person, 'primaryGroupID')) ?? Number.NaN)
  if (!sid || !Number.isInteger(rid) || rid < 0 || rid > greatestRid) return 'unread'
  const filter = hasSid(ldap, ofSameDomain(sid, rid))
  const [group] = await session.search({ scope: 'sub', filter, attributes: keyAttributes, limit: 1 })
  const key = group ? keyOf(group) : null
  return group && key !== null ? { key, dn: group.dn } : null
}

/** Returns the number of a group within its domain, by which people have it as their primary group; null elsewhere. */
export async function primaryNumberOf(
  session: DirectorySession,
  ldap: Ldap,
  dn: string,
): Promise<number | null> {
  const filter = anyEntry(ldap)
  const [group] = await session.search({
    base: dn,
    scope: 'base',
    filter,
    attributes: ['objectSid'],
    limit: 1,
  })
  const sid = group && sidOf(group)
  return sid ? ridOf(sid) : null
}

/** Returns whether a group is the primary group of anybody, who then is no member of it (Active Directory). */
export async function isPrimaryGroup(session: DirectorySession, ldap: Ldap, dn: string): Promise<boolean> {
  const number = await primaryNumberOf(session, ldap, dn)
  if (number === null) return false
  const hasIt = new ldap.EqualityFilter({ attribute: 'primaryGroupID', value: String(number) })
  const attributes = keyAttributes
  return (await session.search({ scope: 'sub', filter: hasIt, attributes, limit: 1 })).length > 0
}

const hasSid = (of: { EqualityFilter: typeof EqualityFilter }, sid: Buffer): EqualityFilter =>
  new of.EqualityFilter({ attribute: 'objectSid', value: sid })

/** A revision, a count of parts, six bytes of authority, then the parts of four bytes each (MS-DTYP §2.4.2.2). */
const sidHead = 8
const ridBytes = 4
const greatestRid = 0xff_ff_ff_ff

/** Returns the security identifier of an entry; null without a well-formed one. */
function sidOf(entry: Found): Buffer | null {
  const value = entry.values.get('objectsid')?.[0]
  if (!Buffer.isBuffer(value)) return null
  const [revision, parts = 0] = value
  return revision === 1 && parts > 0 && value.length === sidHead + parts * ridBytes ? value : null
}

/** The last part of an identifier: the number within the domain. */
const ridOf = (sid: Buffer): number => sid.readUInt32LE(sid.length - ridBytes)

/** Returns the identifier with another number of the same domain. */
function ofSameDomain(sid: Buffer, rid: number): Buffer {
  const other = Buffer.from(sid)
  other.writeUInt32LE(rid, sid.length - ridBytes)
  return other
}
