import { fieldLimits } from '#domain/platform/limits.ts'
import { idIn, limitIn, numberIn } from './addressNumbers.ts'

/** The parameters by which the lists of the back offices name the selected row in their address. */
export type RowParameter = 'bankId' | 'chestId' | 'teamId' | 'userId'

/** The orders of a list other than by ascending ids: descending ids, by name, by name descending. */
export const listOrders = ['desc', 'label', 'label-desc'] as const
export type ListOrder = (typeof listOrders)[number]

/**
 * The state of a back-office list. `bank` is the current bank's filter: by default it applies unless a row is
 * named; `all` removes it, and `here` applies it even then.
 */
export type ListPlace = {
  id?: number
  offset?: number
  limit?: number
  search?: string
  bank?: 'all' | 'here'
  order?: ListOrder
  /** The panel is open, for the row named by the address. */
  panel?: 'access'
}
/** The same as the parameters of an address. */
export type ListAddress = Omit<ListPlace, 'id'> & { [Name in RowParameter]?: number }

const oneOf = <Word extends string>(value: unknown, ...words: readonly Word[]): Word | undefined =>
  words.find((word) => word === value)

// The router parses `search=12` as a number.
const textIn = (value: unknown): string | undefined => {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' && text.length <= fieldLimits.search
    ? text
    : undefined
}

const known = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** Returns the reader of a page's address, which drops invalid parameters. */
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

/** Returns the place that an address names. */
export function placeOf(row: RowParameter, address: Record<string, unknown>): ListPlace {
  const { [row]: id, ...place } = readListAddress(row)(address)
  return known({ id, ...place }) as ListPlace
}

/** Returns the address of a place. */
export function addressOfPlace(row: RowParameter, { id, ...place }: ListPlace): ListAddress {
  return known({ [row]: id, ...place }) as ListAddress
}
