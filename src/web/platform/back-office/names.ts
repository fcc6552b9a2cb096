import type { ListedName } from './Cells.tsx'

type Person = { id: number; login: string; firstName: string; lastName: string }

/** Returns the name with the login below it, or the login alone. */
export const nameAndLogin = (name: string, login: string): Pick<ListedName, 'name' | 'detail'> =>
  name === '' ? { name: login } : { name, detail: login }

/** Returns people as names of a cell, linked to their rows. */
export const peopleNames = (people: readonly Person[]): ListedName[] =>
  people.map(({ id, login, firstName, lastName }) => ({
    id,
    ...nameAndLogin(`${firstName} ${lastName}`.trim(), login),
    href: `/routes/user?userId=${id}`,
  }))

/** Returns teams as names of a cell, linked to their rows. */
export const teamNames = (teams: readonly { id: number; name: string }[]): ListedName[] =>
  teams.map(({ id, name }) => ({ id, name, href: `/routes/team?teamId=${id}` }))

/** Returns banks as names of a cell, linked to their rows. */
export const bankNames = (banks: readonly { id: number; label: string }[]): ListedName[] =>
  banks.map(({ id, label }) => ({ id, name: label, href: `/routes/bank?bankId=${id}` }))
