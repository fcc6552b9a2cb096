import type { Filter } from 'ldapts'
import { peopleSearchLimits } from '#domain/identity/people-search-limits.ts'
import { shownLine } from '#domain/identity/shown-line.ts'
import type { DirectorySession } from './bind.ts'
import { hasKey, keyAttributes, keyOf, textOf, type EntryKey } from './entries.ts'
import { followsChains, groupClasses, groupLimits, inChain, isGroup } from './groups.ts'
import { personAttributes, personFilter, personOf, type DirectoryPerson } from './people.ts'
import { primaryNumberOf } from './primary-group.ts'
import type { Found, Listed } from './searches.ts'
import { loginPlaceholder, type DirectorySettings } from './settings.ts'

/** A person whom a search offers. */
type OfferedPerson = DirectoryPerson & {
  /** The name by which a sign-in finds the person; null when the filter of the settings has none of their attributes. */
  readonly name: string | null
}

/**
 * People by words that are parts of their name, mail or account, or those in a group or an organisational unit; `text`: the
 * words there too, empty for all.
 */
export type PeopleSearch =
  | { readonly by: 'name'; readonly text: string }
  | { readonly by: 'group' | 'unit'; readonly key: EntryKey; readonly text: string }

export type FoundPeople = { readonly people: readonly OfferedPerson[]; readonly isCut: boolean }

/** An organisational unit, or a container of Active Directory. */
export type DirectoryUnit = { readonly key: EntryKey; readonly dn: string; readonly name: string }

const mostWords = 5
/** Members that are looked at one by one, where the directory does not follow groups itself. */
const mostMembers = 300
/** Names of a POSIX group in one search. */
const namesPerSearch = 50
const longestName = 200

type Ldap = typeof import('ldapts')
type Settings = Pick<DirectorySettings, 'userFilter' | 'baseDn'>

/**
 * Returns people whom the filter of the settings admits. Values are inserted into the built filter, so that no character
 * of them is read as syntax.
 */
export async function searchPeople(
  session: DirectorySession,
  settings: Settings,
  search: PeopleSearch,
): Promise<FoundPeople> {
  const ldap = await import('ldapts')
  const names = accountNames(ldap, ldap.FilterParser.parseString(settings.userFilter))
  const words = holding(ldap, search.text)
  if (search.by === 'name' && words.length === 0) return { people: [], isCut: false }
  const admitted = personFilter(ldap, settings.userFilter, null)
  const asked = {
    person: words.length === 0 ? admitted : new ldap.AndFilter({ filters: [admitted, ...words] }),
    attributes: [...personAttributes, ...names.map(({ attribute }) => attribute)],
    limit: peopleSearchLimits.people,
  }
  const { entries, isCut } = await (search.by === 'name'
    ? everywhere(session, asked)
    : placed(session, ldap, settings, asked, search))
  const people = entries.flatMap((entry) => {
    const person = personOf(entry)
    return person === null ? [] : [{ ...person, name: nameOf(entry, names) }]
  })
  return { people, isCut }
}

type Asked = { readonly person: Filter; readonly attributes: readonly string[]; readonly limit: number }
const nobody: Listed = { entries: [], isCut: false }

const searchedAttributes = ['cn', 'displayName', 'givenName', 'sn', 'mail', 'sAMAccountName', 'uid']

/** Returns a filter for each word: it is a part of one of the attributes by which people are known. */
function holding(ldap: Ldap, text: string): Filter[] {
  const words = text.split(/\s+/).filter(Boolean).slice(0, mostWords)
  return words.map(
    (word) =>
      new ldap.OrFilter({
        filters: searchedAttributes.map((attribute) => new ldap.SubstringFilter({ attribute, any: [word] })),
      }),
  )
}

const everywhere = (session: DirectorySession, { person, ...asked }: Asked): Promise<Listed> =>
  session.list({ scope: 'sub', filter: person, ...asked })

async function placed(
  session: DirectorySession,
  ldap: Ldap,
  settings: Settings,
  asked: Asked,
  { by, key }: { readonly by: 'group' | 'unit'; readonly key: EntryKey },
): Promise<Listed> {
  const filter = new ldap.AndFilter({
    filters: [hasKey(ldap, key), by === 'group' ? isGroup(ldap) : isUnit(ldap)],
  })
  const attributes = by === 'group' ? ['member', 'uniqueMember', 'memberUid'] : ['ou']
  // By its key, and below the base of the settings: no name of a place comes from outside.
  const [place] = await session.search({ scope: 'sub', filter, attributes, limit: 1 })
  if (!place) return nobody
  const { person, ...rest } = asked
  if (by === 'unit') return session.list({ base: place.dn, scope: 'sub', filter: person, ...rest })
  return (await followsChains(session, ldap))
    ? chainedMembers(session, ldap, asked, place.dn)
    : climbedMembers(session, ldap, settings, asked, place)
}

/** Returns the members of a group of Active Directory, those of its groups and those who have it as their primary group. */
async function chainedMembers(
  session: DirectorySession,
  ldap: Ldap,
  { person, ...asked }: Asked,
  dn: string,
): Promise<Listed> {
  const number = await primaryNumberOf(session, ldap, dn)
  const filters: Filter[] = [new ldap.ExtensibleFilter({ matchType: 'memberOf', rule: inChain, value: dn })]
  if (number !== null)
    filters.push(new ldap.EqualityFilter({ attribute: 'primaryGroupID', value: String(number) }))
  const filter = new ldap.AndFilter({ filters: [person, new ldap.OrFilter({ filters })] })
  return session.list({ scope: 'sub', filter, ...asked })
}

/** Reads the members of a group one by one, and those of its groups. A group that contains itself is read once. */
async function climbedMembers(
  session: DirectorySession,
  ldap: Ldap,
  { baseDn }: Settings,
  { person, attributes, limit }: Asked,
  group: Found,
): Promise<Listed> {
  const filter = new ldap.OrFilter({ filters: [person, isGroup(ldap)] })
  const wanted = [...attributes, 'objectClass', 'member', 'uniqueMember', 'memberUid']
  const met = new Set([group.dn.toLowerCase()])
  const people: Found[] = []
  const posix: string[] = []
  let level = [group]
  let read = 0
  let isCut = false
  for (let depth = 0; level.length > 0 && depth < groupLimits.depth; depth += 1) {
    const groups: Found[] = []
    for (const dn of level.flatMap((one) => [...textsOf(one, 'member'), ...textsOf(one, 'uniqueMember')])) {
      if (met.has(dn.toLowerCase()) || !isBelow(dn, baseDn)) continue
      if (people.length > limit || read >= mostMembers) return cutAt(people, limit)
      met.add(dn.toLowerCase())
      read += 1
      const [entry] = await session.search({ base: dn, scope: 'base', filter, attributes: wanted, limit: 1 })
      if (entry) (isGroupEntry(entry) ? groups : people).push(entry)
    }
    posix.push(...level.flatMap((one) => textsOf(one, 'memberUid')))
    level = groups
  }
  for (let from = 0; from < posix.length && people.length <= limit; from += namesPerSearch) {
    const some = posix.slice(from, from + namesPerSearch)
    const byName = some.map((value) => new ldap.EqualityFilter({ attribute: 'uid', value }))
    const among = new ldap.AndFilter({ filters: [person, new ldap.OrFilter({ filters: byName })] })
    const found = await session.list({ scope: 'sub', filter: among, attributes, limit })
    isCut ||= found.isCut
    people.push(...found.entries.filter(({ dn }) => !met.has(dn.toLowerCase())))
  }
  isCut ||= people.length > limit || level.length > 0
  return isCut ? cutAt(people, limit) : { entries: people, isCut: false }
}

const cutAt = (entries: readonly Found[], limit: number): Listed => ({
  entries: entries.slice(0, limit),
  isCut: true,
})

const textsOf = (entry: Found, attribute: string): string[] =>
  (entry.values.get(attribute.toLowerCase()) ?? []).flatMap((value) =>
    typeof value === 'string' && value !== '' ? [value] : [],
  )

const isGroupEntry = (entry: Found): boolean => {
  const classes = textsOf(entry, 'objectClass').map((name) => name.toLowerCase())
  return groupClasses.some((name) => classes.includes(name.toLowerCase()))
}

/** Whether a name ends with the base, as most directories write both: others show fewer people. */
const isBelow = (dn: string, base: string): boolean => withoutBlanks(dn).endsWith(`,${withoutBlanks(base)}`)
const withoutBlanks = (dn: string): string => dn.toLowerCase().replace(/\s*([,=])\s*/g, '$1')

const unitClasses = { organizationalUnit: 'ou', container: 'cn' } as const

const isUnit = (ldap: Ldap, holding: (attribute: string) => Filter | null = () => null): Filter =>
  new ldap.OrFilter({
    filters: Object.entries(unitClasses).map(([value, attribute]) => {
      const named = holding(attribute)
      const isOne = new ldap.EqualityFilter({ attribute: 'objectClass', value })
      return named === null ? isOne : new ldap.AndFilter({ filters: [isOne, named] })
    }),
  })

/** Returns units by a part of their name. */
export async function findUnits(session: DirectorySession, text: string): Promise<DirectoryUnit[]> {
  const ldap = await import('ldapts')
  const holding = (attribute: string) =>
    text === '' ? null : new ldap.SubstringFilter({ attribute, any: [text] })
  const filter = isUnit(ldap, holding)
  const attributes = [...keyAttributes, ...Object.values(unitClasses)]
  const found = await session.search({ scope: 'sub', filter, attributes, limit: peopleSearchLimits.units })
  return found.flatMap((entry) => {
    const key = keyOf(entry)
    const name = shownLine(textOf(entry, 'ou') ?? textOf(entry, 'cn'), longestName) || entry.dn
    return key === null ? [] : [{ key, dn: entry.dn, name }]
  })
}

/** An attribute that the filter compares with the login, and what stands around the login there. */
type AccountName = { readonly attribute: string; readonly before: string; readonly after: string }

/** In this order the usual attributes are preferred; others follow. */
const preferred = ['samaccountname', 'uid']
const preferenceOf = ({ attribute }: AccountName): number => {
  const place = preferred.indexOf(attribute.toLowerCase())
  return place === -1 ? preferred.length : place
}

function accountNames(ldap: Ldap, filter: Filter): AccountName[] {
  const names: AccountName[] = []
  const visit = (one: Filter): void => {
    if (one instanceof ldap.AndFilter || one instanceof ldap.OrFilter) one.filters.forEach(visit)
    if (!(one instanceof ldap.EqualityFilter)) return
    const [before, after, ...more] = String(one.value).split(loginPlaceholder)
    if (before === undefined || after === undefined || more.length > 0) return
    names.push({ attribute: one.attribute, before, after })
  }
  visit(filter)
  return names.toSorted((one, other) => preferenceOf(one) - preferenceOf(other))
}

function nameOf(entry: Found, names: readonly AccountName[]): string | null {
  for (const { attribute, before, after } of names) {
    const text = textOf(entry, attribute) ?? ''
    const folded = text.toLowerCase()
    const isAround = folded.startsWith(before.toLowerCase()) && folded.endsWith(after.toLowerCase())
    const name = text.slice(before.length, text.length - after.length)
    if (isAround && name !== '' && text.length > before.length + after.length) return name
  }
  return null
}
