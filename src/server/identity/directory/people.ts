import type { Filter } from 'ldapts'
import { hasKey, keyAttributes, keyOf, textOf, type EntryKey } from './entries.ts'
import type { DirectorySession } from './bind.ts'
import type { Found } from './searches.ts'
import { loginPlaceholder } from './settings.ts'

/** A person as described by the directory, texts unchanged. */
export type DirectoryPerson = {
  readonly dn: string
  readonly key: EntryKey
  readonly firstName: string | null
  readonly lastName: string | null
  readonly email: string | null
  /** The name by which POSIX groups list their members. */
  readonly uid: string | null
  /** Whether Active Directory has the account disabled. */
  readonly isDisabled: boolean
}

/** What the directory has for the name of an account; null for nobody. */
export type FoundPerson = DirectoryPerson | 'many' | null

/** The person to look for: by the key once an account has one, by a name until then. */
export type Wanted = { readonly key: EntryKey } | { readonly name: string }

type Ldap = typeof import('ldapts')

/**
 * Returns the configured filter for one person. The name is inserted into the parsed tree, so that no
 * character of it is read as filter syntax. By key, the person must still match the filter.
 */
export function personFilter(ldap: Ldap, template: string, wanted: Wanted | null): Filter {
  const filter = ldap.FilterParser.parseString(template)
  if (wanted === null) return filled(ldap, filter, null)
  if ('name' in wanted) return filled(ldap, filter, wanted.name)
  return new ldap.AndFilter({ filters: [hasKey(ldap, wanted.key), filled(ldap, filter, null)] })
}

/** @param name null for any person's */
function filled(ldap: Ldap, filter: Filter, name: string | null): Filter {
  if (filter instanceof ldap.AndFilter || filter instanceof ldap.OrFilter) {
    const Same = filter instanceof ldap.AndFilter ? ldap.AndFilter : ldap.OrFilter
    return new Same({ filters: filter.filters.map((inner) => filled(ldap, inner, name)) })
  }
  if (filter instanceof ldap.NotFilter) {
    return new ldap.NotFilter({ filter: filled(ldap, filter.filter, name) })
  }
  if (!(filter instanceof ldap.EqualityFilter) || !filter.value.includes(loginPlaceholder)) return filter
  const { attribute, value } = filter
  return name === null
    ? new ldap.PresenceFilter({ attribute })
    : new ldap.EqualityFilter({ attribute, value: String(value).replaceAll(loginPlaceholder, () => name) })
}

export async function findsAnybody(session: DirectorySession, template: string): Promise<boolean> {
  const filter = personFilter(await import('ldapts'), template, null)
  const found = await session.search({ scope: 'sub', filter, attributes: keyAttributes, limit: 1 })
  return found.some((entry) => keyOf(entry) !== null)
}

/** The entries of keys that the directory has, and whether each is disabled. `isWhole`: it has no others of them. */
export type FoundEntries = {
  readonly entries: ReadonlyMap<EntryKey, { isDisabled: boolean }>
  readonly isWhole: boolean
}

/** Keys in one search. */
const keysPerSearch = 50
/** The bit of `userAccountControl` of a disabled account (ADS_UF_ACCOUNT_DISABLE, MS-ADTS §2.2.16). */
const disabledBit = 2

/** Whether Active Directory has an entry disabled; false where the attribute is not read. */
export const isDisabledEntry = (entry: Found): boolean =>
  (Number(textOf(entry, 'userAccountControl') ?? 0) & disabledBit) !== 0

/** Returns which of these keys the directory has below its base, whether or not the filter of the settings admits them. */
export async function findEntries(
  session: DirectorySession,
  keys: readonly EntryKey[],
): Promise<FoundEntries> {
  const ldap = await import('ldapts')
  const entries = new Map<EntryKey, { isDisabled: boolean }>()
  const attributes = [...keyAttributes, 'userAccountControl']
  let isWhole = true
  for (let from = 0; from < keys.length; from += keysPerSearch) {
    const some = keys.slice(from, from + keysPerSearch)
    const filter = new ldap.OrFilter({ filters: some.map((key) => hasKey(ldap, key)) })
    const found = await session.list({ scope: 'sub', filter, attributes, limit: some.length })
    isWhole &&= !found.isCut
    for (const entry of found.entries) {
      const key = keyOf(entry)
      if (key !== null) entries.set(key, { isDisabled: isDisabledEntry(entry) })
    }
  }
  return { entries, isWhole }
}

export const personAttributes = [...keyAttributes, 'givenName', 'sn', 'mail', 'uid', 'userAccountControl']

/**
 * Returns the one person who matches; `many` when there are several, none of whom may be taken for another.
 */
export async function findPerson(
  session: DirectorySession,
  template: string,
  wanted: Wanted,
): Promise<FoundPerson> {
  const filter = personFilter(await import('ldapts'), template, wanted)
  const found = await session.list({ scope: 'sub', filter, attributes: personAttributes, limit: 1 })
  if (found.isCut) return 'many'
  const [entry] = found.entries
  return entry ? personOf(entry) : null
}

/** Returns the person of each name of an account, found as the sign-in finds them. */
export async function findPeople(
  session: DirectorySession,
  template: string,
  names: readonly string[],
): Promise<[string, FoundPerson][]> {
  const people: [string, FoundPerson][] = []
  // A connection takes one search at a time.
  for (const name of names) people.push([name, await findPerson(session, template, { name })])
  return people
}

export function personOf(entry: Found): DirectoryPerson | null {
  const key = keyOf(entry)
  if (key === null || entry.dn === '') return null
  return {
    dn: entry.dn,
    key,
    firstName: textOf(entry, 'givenName'),
    lastName: textOf(entry, 'sn'),
    email: textOf(entry, 'mail'),
    uid: textOf(entry, 'uid'),
    isDisabled: isDisabledEntry(entry),
  }
}
