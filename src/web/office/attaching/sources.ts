import { fold } from '#domain/platform/folding.ts'
import { chests } from '#contract/vault/chests.ts'
import { banks } from '#contract/office/banks.ts'
import { teams } from '#contract/office/teams.ts'
import { users } from '#contract/office/users.ts'
import { call, callPage } from '#web/platform/api/client.ts'
import type { Pickable } from '#web/platform/back-office/PickList.tsx'
import type { Resolve } from '#web/platform/back-office/PasteList.tsx'
import type { Source } from '#web/platform/back-office/useCandidates.ts'

type Person = { id: number; login: string; firstName: string; lastName: string }
type Named = { id: number; name: string; description?: string }

/** Returns a person as a picker's entry: the name, with the login below it. */
export function pickablePerson({ id, login, firstName, lastName }: Person): Pickable {
  const name = `${firstName} ${lastName}`.trim()
  return name === '' ? { id, name: login } : { id, name, detail: login }
}

export const pickableThing = ({ id, name, description }: Named): Pickable => ({
  id,
  name,
  detail: description,
})

/** The people in the caller's scope, whatever the current bank: people of other banks may be attached. */
export const userSource: Source = {
  key: ['users'],
  fetch: async (query, signal) => {
    const { reply, total } = await callPage(users.list, { query, signal })
    return { items: reply.map(pickablePerson), total }
  },
}
export const teamSource: Source = {
  key: ['teams'],
  fetch: async (query, signal) => {
    const { reply, total } = await callPage(teams.list, { query, signal })
    return { items: reply.map(pickableThing), total }
  },
}
/** The teams that the caller manages: a new user may join no other. */
export const managedTeamSource: Source = {
  key: ['teams', 'managed'],
  fetch: async (query, signal) => {
    const { reply, total } = await callPage(teams.list, { query, signal })
    return { items: reply.filter(({ manageable }) => manageable).map(pickableThing), total }
  },
}
/** The banks of the caller, in one reply. */
export const bankSource: Source = {
  key: ['banks'],
  fetch: async ({ offset, limit, search = '' }, signal) => {
    const term = fold(search)
    const found = (await call(banks.list, { signal })).filter(({ label }) => fold(label).includes(term))
    const items = found.slice(offset, offset + limit).map(({ id, label }) => ({ id, name: label }))
    return { items, total: found.length }
  },
}
export const chestSource: Source = {
  key: ['chests'],
  fetch: async (query, signal) => {
    const { reply, total } = await callPage(chests.list, { query, signal })
    return { items: reply.map(pickableThing), total }
  },
}

/** Finds people by the entries of a pasted list. */
export const resolveUsers: Resolve = async (entries) => {
  const { users: found, unknown } = await call(users.resolve, { body: { entries } })
  return { found: found.map((one) => ({ ...pickablePerson(one), entries: one.entries })), unknown }
}
