import { fieldLimits } from '#domain/platform/limits.ts'
import { idIn, limitIn, numberIn } from './addressNumbers.ts'

/** The parameters by which the lists of the back offices name the selected row in their address. */
export type RowParameter = 'bankId' | 'chestId' | 'teamId' | 'userId'

/** A column by which a list is sorted. */
export type ListSort = { column: string; direction: 'ascending' | 'descending' }

/**
 * The state of a back-office list. `order` names the column and the direction; it is absent for the list's own
 * order, and `desc` alone reverses that. `filters` are those of the page, by name. `bank` is the current bank's filter: by default it applies unless a row is
 * named; `all` removes it, and `here` applies it even then.
 */
export type ListPlace = {
  id?: number
  offset?: number
  limit?: number
  search?: string
  bank?: 'all' | 'here'
  order?: string
  filters?: Readonly<Record<string, string>>
  /** The panel is open, for the row named by the address. */
  panel?: 'access'
}
/** The same as the parameters of an address. */
export type ListAddress = Omit<ListPlace, 'id' | 'filters'> & { [Name in RowParameter]?: number }

const oneOf = <Word extends string>(value: unknown, ...words: readonly Word[]): Word | undefined =>
  words.find((word) => word === value)

/** Returns a word of an address, such as the name of a column: a list ignores those that it does not know. */
const wordIn = (value: unknown): string | undefined => {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^[A-Za-z0-9_-]{1,40}$/.test(text) ? text : undefined
}

// The router parses `search=12` as a number.
const textIn = (value: unknown): string | undefined => {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' && text.length <= fieldLimits.search
    ? text
    : undefined
}

const known = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/**
 * Returns the reader of a page's address, which drops invalid parameters.
 * @param filters the names of the page's own filters
 */
export const readListAddress =
  (row: RowParameter, filters: readonly string[] = []) =>
  (address: Record<string, unknown>): ListAddress =>
    known({
      [row]: idIn(address[row]),
      offset: numberIn(address['offset'], 0, Number.MAX_SAFE_INTEGER),
      limit: limitIn(address['limit']),
      search: textIn(address['search']),
      bank: oneOf(address['bank'], 'all', 'here'),
      order: wordIn(address['order']),
      panel: oneOf(address['panel'], 'access'),
      ...readFilters(filters, address),
    }) as ListAddress

/** Returns the place that an address names, with the filters of the page. */
export function placeOf(
  row: RowParameter,
  address: Record<string, unknown>,
  names: readonly string[] = [],
): ListPlace {
  const { [row]: id, ...place } = readListAddress(row)(address)
  const filters = known(readFilters(names, address))
  return known({
    id,
    ...place,
    filters: Object.keys(filters).length === 0 ? undefined : filters,
  }) as ListPlace
}

const readFilters = (names: readonly string[], address: Record<string, unknown>): object =>
  Object.fromEntries(names.map((name) => [name, wordIn(address[name])]))

/** Returns the address of a place. */
export function addressOfPlace(row: RowParameter, { id, filters, ...place }: ListPlace): ListAddress {
  return known({ [row]: id, ...place, ...filters }) as ListAddress
}

/**
 * Returns the column that an order of the address names.
 * @param columns those that can be sorted, the list's own order first; any other name stands for that
 */
export function sortOf(order: string | undefined, columns: readonly string[]): ListSort {
  const direction = order === 'desc' || order?.endsWith('-desc') === true ? 'descending' : 'ascending'
  const column = order?.replace(/-?desc$/, '')
  return columns.includes(column ?? '')
    ? { column: column ?? '', direction }
    : { column: columns[0] ?? '', direction: order === 'desc' ? 'descending' : 'ascending' }
}

/** Returns the order in the address for a sorted column: the inverse of `sortOf`. */
export function orderOf({ column, direction }: ListSort, columns: readonly string[]): string | undefined {
  const isOwn = column === columns[0]
  if (direction === 'ascending') return isOwn ? undefined : column
  return isOwn ? 'desc' : `${column}-desc`
}
