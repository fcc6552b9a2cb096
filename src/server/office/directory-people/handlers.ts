import type { BodyOf } from '#contract/platform/endpoint.ts'
import type { directoryPeople } from '#contract/office/directory-people.ts'
import { frenchCollator } from '#domain/platform/folding.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import type { Handlers } from '#server/access/handler.ts'
import type { Directory } from '#server/identity/directory/directory.ts'
import { isEntryKey } from '#server/identity/directory/entries.ts'
import { accountNameKey, accountsOfDirectory, orAway } from '#server/identity/directory/directory-rows.ts'
import type { PeopleSearch } from '#server/identity/directory/people-search.ts'
import { orBusy } from '#server/platform/http/busy.ts'
import { officeCaller, type UserDeps } from '#server/office/users/create.ts'
import { usableText, type DirectoryDeps } from '#server/office/users/directory-lines.ts'

type Deps = Pick<UserDeps, 'db' | 'journal'> & Pick<DirectoryDeps, 'directory' | 'log'>

/** The handlers of the search for people of the directory. Whoever may create users may search. */
export const directoryPeopleHandlers = ({
  db,
  journal,
  log,
  directory,
}: Deps): Handlers<typeof directoryPeople> => {
  const { compare } = frenchCollator()
  const ask = async <Result>(question: (of: Directory) => Promise<Result>) => {
    if (directory === null) throw new Refusal('DIRECTORY_UNKNOWN')
    return { id: directory.id, found: await orAway(log, () => orBusy(() => question(directory))) }
  }
  return {
    places: async ({ body }) => {
      const text = body.search.trim()
      const { found } = await ask((of) => (body.by === 'group' ? of.findGroups(text) : of.findUnits(text)))
      return found
        .toSorted((a, b) => compare(a.name, b.name) || compare(a.dn, b.dn))
        .map(({ key, name, dn }) => ({ key, name, dn }))
    },

    // The directory is queried before the transaction, since it may be slow.
    people: async ({ actor, origin, body }) => {
      const { id, found } = await ask((of) => of.searchPeople(searchOf(body)))
      return db.transaction().execute(async (tx) => {
        await officeCaller(tx, actor)
        const accounts = await accountsOfDirectory(tx, id)
        const people = found.people.map((person) => ({
          key: person.key,
          name: person.name,
          firstName: usableText(person, 'firstName'),
          lastName: usableText(person, 'lastName'),
          email: usableText(person, 'email'),
          isDisabled: person.isDisabled,
          hasAccount:
            accounts.keys.has(person.key) ||
            (person.name !== null && accounts.names.has(accountNameKey(person.name))),
        }))
        const objects = { directory: id, users: people.length }
        await journal.record(tx, actor, origin, { action: 'directory.people-searched', objects })
        const sorted = people.toSorted(
          (a, b) =>
            compare(a.lastName, b.lastName) ||
            compare(a.firstName, b.firstName) ||
            compare(a.name ?? '', b.name ?? ''),
        )
        return { people: sorted, isCut: found.isCut }
      })
    },
  }
}

/** @throws Refusal VALUE_REQUIRED without words and without a place; INVALID_REQUEST for what is no key */
function searchOf({ search, by, key }: BodyOf<typeof directoryPeople.people>): PeopleSearch {
  const text = search?.trim() ?? ''
  if (by !== undefined && key !== undefined) {
    if (!isEntryKey(key))
      throw new Refusal('INVALID_REQUEST', { details: { field: 'body/key', rule: 'pattern' } })
    return { by, key, text }
  }
  if (text === '') throw new Refusal('VALUE_REQUIRED', { details: { field: 'body/search' } })
  return { by: 'name', text }
}
