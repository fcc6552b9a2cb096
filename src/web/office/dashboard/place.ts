import { concerns, passwordLevels, type Concern } from '#domain/vault/figures.ts'
import { idIn, limitIn, numberIn } from '#web/platform/shell/addressNumbers.ts'

export const passwordSorts = ['chest', 'strength', 'age'] as const
export type PasswordSort = (typeof passwordSorts)[number]
type Level = (typeof passwordLevels)[number]

/** The page, filters and order of the list of passwords, as in its address. */
export type PasswordPlace = {
  level?: Level
  concern?: Concern
  /** Only passwords that the reader may change. */
  changeable?: true
  chestId?: number
  sort?: PasswordSort
  order?: 'ASC' | 'DESC'
  offset?: number
  limit?: number
  /** The link came from a company figure, which counts more than the reader may read. */
  from?: 'company'
}

const oneOf = <Value>(values: readonly Value[], wanted: unknown): Value | undefined =>
  values.find((value) => value === wanted)

/** Reads an address and leaves out invalid parameters. */
export function readPasswordPlace(search: Record<string, unknown>): PasswordPlace {
  const place = {
    level: oneOf(passwordLevels, numberIn(search['level'], 1, 5)),
    concern: oneOf(concerns, search['concern']),
    changeable: search['changeable'] === true || search['changeable'] === 'true' ? true : undefined,
    chestId: idIn(search['chestId']),
    sort: oneOf(passwordSorts, search['sort']),
    order: oneOf(['ASC', 'DESC'], search['order']),
    offset: numberIn(search['offset'], 0, Number.MAX_SAFE_INTEGER),
    limit: limitIn(search['limit']),
    from: oneOf(['company'], search['from']),
  }
  return Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined))
}

/** Returns the address of the list with these filters. */
export const passwordsHref = (place: PasswordPlace): string =>
  `/routes/dashboard/passwords?${parametersOf(place)}`

const parametersOf = (place: object): string =>
  new URLSearchParams(Object.entries(place).map(([name, value]) => [name, String(value)])).toString()

/** Returns the search parameters of the explorer that open the item's folder and select the item. */
export const itemPlace = (item: { id: number; chest_id: number; folder_id: number | null }) => ({
  chestId: item.chest_id,
  ...(item.folder_id !== null && { folderId: item.folder_id }),
  selectId: item.id,
  selectType: 'item' as const,
})
export const itemHref = (item: Parameters<typeof itemPlace>[0]): string =>
  `/routes/explorer?${parametersOf(itemPlace(item))}`
