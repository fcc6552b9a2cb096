import { explorerSorts, type ExplorerSort } from '#domain/vault/explorer-sorts.ts'
import { idIn, limitIn, numberIn } from '#web/platform/shell/addressNumbers.ts'

export type ElementType = 'item' | 'folder'

/**
 * The state of the explorer in its address: the chest, the folder (absent at the root), the page, the element
 * whose panel is open, the order (absent by name), and the marked rows. Without `offset`, a selection opens the page that contains it.
 */
export type Place = {
  chestId?: number
  folderId?: number
  selectId?: number
  selectType?: ElementType
  offset?: number
  limit?: number
  sort?: ExplorerSort
  /** Descending; ascending without it. */
  direction?: 'DESC'
  /** For example `i12.f3`: item 12 and folder 3. */
  marked?: string
}

/** At most a page of marks, with ids of up to 16 digits. */
const marksPattern = /^[if][1-9][0-9]{0,15}(?:\.[if][1-9][0-9]{0,15}){0,99}$/

/** Reads an address. Invalid parameters are dropped, and a selection needs both its id and its type. */
export function readPlace(search: Record<string, unknown>): Place {
  const selectId = idIn(search['selectId'])
  const selectType =
    search['selectType'] === 'item' || search['selectType'] === 'folder' ? search['selectType'] : undefined
  const { marked } = search
  const sort = explorerSorts.find((column) => column === search['sort'])
  const isDescending = search['direction'] === 'DESC'
  const isSelecting = selectId !== undefined && selectType !== undefined
  return withoutNothing({
    chestId: idIn(search['chestId']),
    folderId: idIn(search['folderId']),
    selectId: isSelecting ? selectId : undefined,
    selectType: isSelecting ? selectType : undefined,
    offset: numberIn(search['offset'], 0, Number.MAX_SAFE_INTEGER),
    limit: limitIn(search['limit']),
    sort: sort === 'name' && !isDescending ? undefined : sort,
    direction: sort !== undefined && isDescending ? 'DESC' : undefined,
    marked: typeof marked === 'string' && marksPattern.test(marked) ? marked : undefined,
  })
}

type Loose = { [Key in keyof Place]?: Place[Key] | undefined }

export const withoutNothing = (place: Loose): Place =>
  Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined))

/** Returns the part of a place that other folders keep: the size of a page and the order. */
export const viewOf = ({ limit, sort, direction }: Place): Place => withoutNothing({ limit, sort, direction })

export type Selection = { type: ElementType; id: number }

export const selectionOf = ({ selectId, selectType }: Place): Selection | null =>
  selectId === undefined || selectType === undefined ? null : { id: selectId, type: selectType }

/** Returns the keys of the marked rows. */
export const marksOf = ({ marked }: Place): string[] =>
  marked?.split('.').map((mark) => `${mark.startsWith('i') ? 'item' : 'folder'}-${mark.slice(1)}`) ?? []

/** Returns the same place with these rows marked. */
export function withMarks({ marked: _marked, ...place }: Place, keys: readonly string[]): Place {
  const marks = keys.map((key) => `${key.charAt(0)}${key.slice(key.indexOf('-') + 1)}`)
  return marks.length === 0 ? place : { ...place, marked: marks.join('.') }
}

/** Returns the address of a place. */
export const hrefOf = (place: Place): string =>
  `/routes/explorer?${new URLSearchParams(Object.entries(place).map(([name, value]) => [name, String(value)])).toString()}`
