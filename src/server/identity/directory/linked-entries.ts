import { entryLimits } from '#domain/identity/directory-links.ts'
import { shownLine } from '#domain/identity/shown-line.ts'
import { fieldLimits } from '#domain/platform/limits.ts'
import type { DirectorySession } from './bind.ts'
import { hasKey, keyAttributes, keyOf, textOf, type EntryKey } from './entries.ts'
import { isDisabledEntry, personFilter } from './people.ts'
import type { Found } from './searches.ts'

/** What an administrator recognises an entry by. */
type ShownEntry = {
  readonly key: EntryKey
  readonly name: string
  readonly email: string
  readonly dn: string
  readonly isDisabled: boolean
}

/** The entry of an account, and the one that its name finds now; `many` when there are several of that name. */
export type ComparedEntries = {
  readonly linked: ShownEntry | null
  readonly named: ShownEntry | 'many' | null
}

const attributes = [...keyAttributes, 'givenName', 'sn', 'displayName', 'cn', 'mail', 'userAccountControl']

/**
 * Reads the entry of a key, whether or not the filter of the settings admits it, and the one that the filter finds for a
 * name, as a first sign-in does.
 */
export async function compareEntries(
  session: DirectorySession,
  template: string,
  { key, name }: { readonly key: EntryKey; readonly name: string },
): Promise<ComparedEntries> {
  const ldap = await import('ldapts')
  const found = (filter: ReturnType<typeof personFilter>) =>
    session.list({ scope: 'sub', filter, attributes, limit: 1 })
  const [linked] = (await found(hasKey(ldap, key))).entries
  const named = await found(personFilter(ldap, template, { name }))
  const [entry] = named.entries
  return {
    linked: linked ? shownOf(linked) : null,
    named: named.isCut ? 'many' : entry ? shownOf(entry) : null,
  }
}

function shownOf(entry: Found): ShownEntry | null {
  const key = keyOf(entry)
  if (key === null || entry.dn === '') return null
  const line = (attribute: string, longest: number) => shownLine(textOf(entry, attribute), longest)
  const name = `${line('givenName', entryLimits.name)} ${line('sn', entryLimits.name)}`.trim()
  return {
    key,
    name: name || line('displayName', entryLimits.name) || line('cn', entryLimits.name),
    email: line('mail', entryLimits.email),
    dn: shownLine(entry.dn, fieldLimits.distinguishedName),
    isDisabled: isDisabledEntry(entry),
  }
}
