import { fieldLimits } from '#domain/platform/limits.ts'
import { idIn, limitIn, numberIn } from './addressNumbers.ts'

/** The names under which the lists of the back offices carry the chosen row in their address. */
export type RowParameter = 'bankId' | 'chestId' | 'teamId' | 'userId'

/** How a list stands where it is not by its ids: the last first, by name, by name backwards. */
export const listOrders = ['desc', 'label', 'label-desc'] as const
export type ListOrder = (typeof listOrders)[number]

/**
 * Where one is in a list of a back office. `bank` says what the address says of the current bank's filter:
 * unsaid, it applies unless a row is asked for; `all` drops it, `here` keeps it even then.
 */
export type ListPlace = {
  id?: number
  offset?: number
  limit?: number
  search?: string
  bank?: 'all' | 'here'
  order?: ListOrder
  /** The panel beside the list stands open, for the row that the address names. */
  panel?: 'access'
}
/** The same as the parameters of an address. */
export type ListAddress = Omit<ListPlace, 'id'> & { [Name in RowParameter]?: number }

const oneOf = <Word extends string>(value: unknown, ...words: readonly Word[]): Word | undefined =>
  words.find((word) => word === value)

// The router reads `search=12` as a number.
const textIn = (value: unknown): string | undefined => {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' && text.length <= fieldLimits.search
    ? text
    : undefined
}

const known = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** Makes the reader of one page's address; what makes no sense in it is left out. */
export const readListAddress =
  (row: RowParameter) =>
  (address: Record<string, unknown>): ListAddress =>
    known({
      [row]: idIn(address[row]),
      offset: numberIn(address['offset'], 0, Number.MAX_SAFE_INTEGER),
      limit: limitIn(address['limit']),
      search: textIn(address['search']),
      bank: oneOf(address['bank'], 'all', 'here'),
      order: oneOf(address['order'], ...listOrders),
      panel: oneOf(address['panel'], 'access'),
    }) as ListAddress

/** The place that an address of a page names. */
export function placeOf(row: RowParameter, address: Record<string, unknown>): ListPlace {
  const { [row]: id, ...place } = readListAddress(row)(address)
  return known({ id, ...place }) as ListPlace
}

/** The address of a place. */
export function addressOfPlace(row: RowParameter, { id, ...place }: ListPlace): ListAddress {
  return known({ [row]: id, ...place }) as ListAddress
}
