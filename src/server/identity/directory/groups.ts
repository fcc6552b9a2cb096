import type { Filter } from 'ldapts'
import { shownLine } from '#domain/identity/shown-line.ts'
import { hasKey, keyAttributes, keyOf, textOf, type EntryKey } from './entries.ts'
import type { DirectoryPerson } from './people.ts'
import type { DirectorySession } from './bind.ts'
import { isPrimaryGroup, primaryGroupOf } from './primary-group.ts'
import type { Found } from './searches.ts'

export type DirectoryGroup = { readonly key: EntryKey; readonly dn: string; readonly name: string }

/** A group to map. `isPrimary`: people have it as their primary group, and are no members of it. */
export type ReadGroup = DirectoryGroup & { readonly isPrimary: boolean }

/** Limits of following nested groups, where the directory does not do it itself. */
export const groupLimits = { depth: 10, groups: 500 } as const
/** Conditions in one search. */
const perQuestion = 50
/** Groups that a search returns at most. */
const shownGroups = 50

export const groupClasses = ['group', 'groupOfNames', 'groupOfUniqueNames', 'groupOfMembers', 'posixGroup']
/** Characters of a group's name that are shown. */
const longestName = 200
const groupAttributes = [...keyAttributes, 'cn', 'description']

/** LDAP_MATCHING_RULE_IN_CHAIN: Active Directory follows nested groups by itself. */
export const inChain = '1.2.840.113556.1.4.1941'
/** The capability of an Active Directory (MS-ADTS §3.1.1.3.4.3). */
const activeDirectory = '1.2.840.113556.1.4.800'

type Ldap = typeof import('ldapts')

/** The groups that contain a person. `isWhole`: these are all; otherwise a limit left some out. */
export type HeldGroups = { readonly groups: ReadonlySet<EntryKey>; readonly isWhole: boolean }

/**
 * Returns those of the wanted groups that contain a person, directly or through nested groups within the
 * limits.
 * @param countsPrimary whether the primary group of Active Directory contains the person as well
 */
export async function groupsOf(
  session: DirectorySession,
  person: Pick<DirectoryPerson, 'dn' | 'uid'>,
  wanted: ReadonlySet<EntryKey>,
  countsPrimary = false,
): Promise<HeldGroups> {
  if (wanted.size === 0) return { groups: new Set(), isWhole: true }
  const ldap = await import('ldapts')
  const held = (await followsChains(session, ldap))
    ? await chained(session, ldap, { dn: person.dn, countsPrimary }, wanted)
    : await climbed(session, ldap, person)
  // A list with all that is wanted may lack others.
  return { groups: wanted.intersection(held.groups), isWhole: held.isWhole || wanted.isSubsetOf(held.groups) }
}

export async function followsChains(session: DirectorySession, ldap: Ldap): Promise<boolean> {
  const filter = new ldap.PresenceFilter({ attribute: 'objectClass' })
  const root = { base: '', scope: 'base', filter, attributes: ['supportedCapabilities'], limit: 1 } as const
  const [entry] = await session.search(root)
  return entry?.values.get('supportedcapabilities')?.includes(activeDirectory) ?? false
}

/** Searches the wanted groups that contain the person through any chain, one search for each batch. */
async function chained(
  session: DirectorySession,
  ldap: Ldap,
  { dn, countsPrimary }: { dn: string; countsPrimary: boolean },
  wanted: ReadonlySet<EntryKey>,
): Promise<HeldGroups> {
  const holding = (value: string): Filter =>
    new ldap.ExtensibleFilter({ matchType: 'member', rule: inChain, value })
  const read = countsPrimary ? await primaryGroupOf(session, ldap, dn) : null
  const primary = read === 'unread' ? null : read
  const holds = primary ? new ldap.OrFilter({ filters: [holding(dn), holding(primary.dn)] }) : holding(dn)
  const found = new Set<EntryKey>()
  keep(found, primary?.key ?? null)
  let isWhole = read !== 'unread'
  for (const keys of batches([...wanted])) {
    const among = new ldap.OrFilter({ filters: keys.map((key) => hasKey(ldap, key)) })
    const filter = new ldap.AndFilter({ filters: [among, holds] })
    const question = { scope: 'sub', filter, attributes: keyAttributes, limit: keys.length } as const
    const { entries, isCut } = await session.list(question)
    for (const entry of entries) keep(found, keyOf(entry))
    isWhole &&= !isCut
  }
  return { groups: found, isWhole }
}

/**
 * Searches from the person upwards, one level at a time. A group that contains itself is followed once. The list is not
 * whole beyond the limits, ours or those of the directory.
 */
async function climbed(
  session: DirectorySession,
  ldap: Ldap,
  { dn, uid }: Pick<DirectoryPerson, 'dn' | 'uid'>,
): Promise<HeldGroups> {
  const holding = (attribute: string, value: string): Filter => new ldap.EqualityFilter({ attribute, value })
  const found = new Set<EntryKey>()
  const met = new Set<string>()
  let isWhole = true
  let members = [dn]
  for (let depth = 0; depth < groupLimits.depth && members.length > 0; depth += 1) {
    const next: string[] = []
    for (const batch of batches(members)) {
      const filters = batch.flatMap((member) => [holding('member', member), holding('uniqueMember', member)])
      // POSIX groups list only people, by their name.
      if (depth === 0 && uid !== null) filters.push(holding('memberUid', uid))
      const filter = new ldap.OrFilter({ filters })
      const question = { scope: 'sub', filter, attributes: keyAttributes, limit: groupLimits.groups } as const
      const { entries, isCut } = await session.list(question)
      isWhole &&= !isCut
      for (const group of entries) {
        if (met.has(group.dn)) continue
        if (met.size >= groupLimits.groups) {
          isWhole = false
          break
        }
        met.add(group.dn)
        next.push(group.dn)
        keep(found, keyOf(group))
      }
    }
    members = next
  }
  return { groups: found, isWhole: isWhole && members.length === 0 }
}

export async function findGroups(session: DirectorySession, text: string): Promise<DirectoryGroup[]> {
  const ldap = await import('ldapts')
  const named =
    text === ''
      ? new ldap.PresenceFilter({ attribute: 'cn' })
      : new ldap.SubstringFilter({ attribute: 'cn', any: [text] })
  const filter = new ldap.AndFilter({ filters: [isGroup(ldap), named] })
  const question = { scope: 'sub', filter, attributes: groupAttributes, limit: shownGroups } as const
  return (await session.search(question)).flatMap((entry) => groupOf(entry) ?? [])
}

export async function readGroup(session: DirectorySession, dn: string): Promise<ReadGroup | null> {
  const ldap = await import('ldapts')
  const filter = isGroup(ldap)
  const question = { base: dn, scope: 'base', filter, attributes: groupAttributes, limit: 1 } as const
  const [entry] = await session.search(question)
  const group = entry ? groupOf(entry) : null
  return group && { ...group, isPrimary: await isPrimaryGroup(session, ldap, group.dn) }
}

export const isGroup = (ldap: Ldap): Filter =>
  new ldap.OrFilter({
    filters: groupClasses.map((value) => new ldap.EqualityFilter({ attribute: 'objectClass', value })),
  })

function groupOf(entry: Found): DirectoryGroup | null {
  const key = keyOf(entry)
  return key === null
    ? null
    : { key, dn: entry.dn, name: shownLine(textOf(entry, 'cn'), longestName) || entry.dn }
}

const keep = (found: Set<EntryKey>, key: EntryKey | null): void => {
  if (key !== null) found.add(key)
}

function* batches<T>(all: readonly T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += perQuestion) yield all.slice(from, from + perQuestion)
}
