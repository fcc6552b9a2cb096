import { concerns, passwordLevels, type Concern } from '#domain/vault/figures.ts'
import { idIn, limitIn, numberIn } from '#web/platform/shell/addressNumbers.ts'

export const passwordSorts = ['chest', 'strength', 'age'] as const
export type PasswordSort = (typeof passwordSorts)[number]
type Level = (typeof passwordLevels)[number]

/** Where one is in the list of passwords, as its address says it. */
export type PasswordPlace = {
  level?: Level
  concern?: Concern
  /** Only what the reader may change. */
  changeable?: true
  chestId?: number
  sort?: PasswordSort
  order?: 'ASC' | 'DESC'
  offset?: number
  limit?: number
  /** The figure that led here counts more than the reader may read. */
  from?: 'company'
}

const oneOf = <Value>(values: readonly Value[], wanted: unknown): Value | undefined =>
  values.find((value) => value === wanted)

/** Reads an address; what makes no sense in it is left out. */
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

/** The address of the list for a place in it. */
export const passwordsHref = (place: PasswordPlace): string =>
  `/routes/dashboard/passwords?${parametersOf(place)}`

const parametersOf = (place: object): string =>
  new URLSearchParams(Object.entries(place).map(([name, value]) => [name, String(value)])).toString()

/** The place of the explorer that selects an item in the folder that holds it. */
export const itemPlace = (item: { id: number; chest_id: number; folder_id: number | null }) => ({
  chestId: item.chest_id,
  ...(item.folder_id !== null && { folderId: item.folder_id }),
  selectId: item.id,
  selectType: 'item' as const,
})
export const itemHref = (item: Parameters<typeof itemPlace>[0]): string =>
  `/routes/explorer?${parametersOf(itemPlace(item))}`
