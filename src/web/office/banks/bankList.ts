import { banks } from '#contract/office/banks.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { callPage } from '#web/platform/api/client.ts'
import type { ListOrder, ListPlace } from '#web/platform/shell/listPlace.ts'
import type { ListedName } from '#web/platform/back-office/Cells.tsx'
import { nameAndLogin } from '#web/platform/back-office/names.ts'
import type { ListDemand } from '#web/platform/back-office/useListPage.ts'
import type { Sort } from '#web/platform/ui/dataTableColumns.ts'

export type Bank = ReplyOf<typeof banks.extend>[number]
export type LinkKind = keyof Bank['links']

/** Returns the search criteria: a number matches ids, any other text a part of the label. */
export function criteriaOf(search: string) {
  const number = Number(search)
  return /^\d+$/.test(search) && Number.isSafeInteger(number)
    ? { field: 'id', comparator: '=', value: number, operator: 'AND' }
    : { field: 'label', comparator: 'LIKE', value: search, operator: 'AND' }
}

/** Returns the sorted column for the order in the address. The default is ascending ids. */
export const sortOf = (order: ListOrder | undefined): Sort => ({
  column: order?.startsWith('label') === true ? 'label' : 'id',
  direction: order?.endsWith('desc') === true ? 'descending' : 'ascending',
})

/** Returns the order in the address for a sorted column: the inverse of `sortOf`. */
export const orderOf = ({ column, direction }: Sort): ListOrder | undefined =>
  column === 'label'
    ? direction === 'ascending'
      ? 'label'
      : 'label-desc'
    : direction === 'ascending'
      ? undefined
      : 'desc'

/** Returns the order in the format of the call. */
export function ordersOf(order: ListOrder | undefined): Partial<Record<'id' | 'label', 'ASC' | 'DESC'>> {
  const { column, direction } = sortOf(order)
  const word = direction === 'ascending' ? 'ASC' : 'DESC'
  return column === 'label' ? { label: word } : { id: word }
}

/** Loads a page of banks. The header has page, criteria and order; the address has the selected row. */
export const fetchBanks = (
  { limit, offset, search, selectId }: ListDemand,
  { order }: ListPlace,
  signal: AbortSignal,
) =>
  callPage(banks.extend, {
    query: { ...(selectId !== undefined && { selectId }) },
    guardian: {
      limit,
      ...(offset !== undefined && { offset }),
      criterias: search === undefined ? [] : [criteriaOf(search)],
      orders: ordersOf(order),
    },
    signal,
  })

/** What is attached to a bank, each with a link to its row. */
export const linkedNames: Record<LinkKind, (links: Bank['links']) => ListedName[]> = {
  user: ({ user }) =>
    user.map(({ entity }) => ({
      id: entity.id,
      ...nameAndLogin(`${entity.first_name} ${entity.last_name}`.trim(), entity.login),
      href: `/routes/user?userId=${entity.id}`,
    })),
  team: ({ team }) => team.map(({ entity }) => ({ ...entity, href: `/routes/team?teamId=${entity.id}` })),
  chest: ({ chest }) =>
    chest.map(({ entity }) => ({ ...entity, href: `/routes/chest?chestId=${entity.id}` })),
}
