import { banks, type bankOrders } from '#contract/office/banks.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { callPage } from '#web/platform/api/client.ts'
import type { ListPlace } from '#web/platform/shell/listPlace.ts'
import type { ListedName } from '#web/platform/back-office/Cells.tsx'
import { nameAndLogin } from '#web/platform/back-office/names.ts'
import type { ListDemand } from '#web/platform/back-office/useListPage.ts'

export type Bank = ReplyOf<typeof banks.extend>[number]
export type LinkKind = keyof Bank['links']
type BankOrder = (typeof bankOrders)[number]

/** Returns the search criteria: a number matches ids, any other text a part of the label. */
export function criteriaOf(search: string) {
  const number = Number(search)
  return /^\d+$/.test(search) && Number.isSafeInteger(number)
    ? { field: 'id', comparator: '=', value: number, operator: 'AND' }
    : { field: 'label', comparator: 'LIKE', value: search, operator: 'AND' }
}

/** Loads a page of banks. The header has page, criteria and order; the address has the selected row. */
export const fetchBanks = (
  { limit, offset, search, selectId, orderBy = 'id', order }: ListDemand<BankOrder>,
  _place: ListPlace,
  signal: AbortSignal,
) =>
  callPage(banks.extend, {
    query: { ...(selectId !== undefined && { selectId }) },
    guardian: {
      limit,
      ...(offset !== undefined && { offset }),
      criterias: search === undefined ? [] : [criteriaOf(search)],
      orders: { [orderBy]: order ?? 'ASC' },
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
