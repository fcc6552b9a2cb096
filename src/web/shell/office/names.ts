import type { ListedName } from './Cells.tsx'

type Person = { id: number; login: string; firstName: string; lastName: string }

/** People as a cell lists them, each leading to its row. */
export const peopleNames = (people: readonly Person[]): ListedName[] =>
  people.map(({ id, login, firstName, lastName }) => ({
    id,
    name: `${firstName} ${lastName}`.trim() || login,
    href: `/routes/user?userId=${id}`,
  }))

/** Banks as a cell lists them, each leading to its row. */
export const bankNames = (banks: readonly { id: number; label: string }[]): ListedName[] =>
  banks.map(({ id, label }) => ({ id, name: label, href: `/routes/bank?bankId=${id}` }))
