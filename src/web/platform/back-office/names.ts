import type { ListedName } from './Cells.tsx'

type Person = { id: number; login: string; firstName: string; lastName: string }

/** The name and the login below it; the login alone of who has no name. */
export const nameAndLogin = (name: string, login: string): Pick<ListedName, 'name' | 'detail'> =>
  name === '' ? { name: login } : { name, detail: login }

/** People as a cell lists them, each leading to its row. */
export const peopleNames = (people: readonly Person[]): ListedName[] =>
  people.map(({ id, login, firstName, lastName }) => ({
    id,
    ...nameAndLogin(`${firstName} ${lastName}`.trim(), login),
    href: `/routes/user?userId=${id}`,
  }))

/** Banks as a cell lists them, each leading to its row. */
export const bankNames = (banks: readonly { id: number; label: string }[]): ListedName[] =>
  banks.map(({ id, label }) => ({ id, name: label, href: `/routes/bank?bankId=${id}` }))
