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

/** What the search box finds: a number is a bank's id, anything else a part of its label. */
export function criteriaOf(search: string) {
  const number = Number(search)
  return /^\d+$/.test(search) && Number.isSafeInteger(number)
    ? { field: 'id', comparator: '=', value: number, operator: 'AND' }
    : { field: 'label', comparator: 'LIKE', value: search, operator: 'AND' }
}

/** The sorted column of the table, for the order that the address names; by ids where it names none. */
export const sortOf = (order: ListOrder | undefined): Sort => ({
  column: order?.startsWith('label') === true ? 'label' : 'id',
  direction: order?.endsWith('desc') === true ? 'descending' : 'ascending',
})

/** The same the other way. */
export const orderOf = ({ column, direction }: Sort): ListOrder | undefined =>
  column === 'label'
    ? direction === 'ascending'
      ? 'label'
      : 'label-desc'
    : direction === 'ascending'
      ? undefined
      : 'desc'

/** As the call takes it. */
export function ordersOf(order: ListOrder | undefined): Partial<Record<'id' | 'label', 'ASC' | 'DESC'>> {
  const { column, direction } = sortOf(order)
  const word = direction === 'ascending' ? 'ASC' : 'DESC'
  return column === 'label' ? { label: word } : { id: word }
}

/** A page of banks: its place, criteria and order go in the header, the row to show in the address. */
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

/** What hangs on a bank, each leading to its row. */
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
