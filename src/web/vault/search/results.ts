import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { search } from '#contract/vault/search.ts'

export type Results = ReplyOf<(typeof search)['find']>

/** A search result, with what the list shows and what the explorer's address needs. */
export type Result = {
  readonly kind: 'chest' | 'folder' | 'item'
  readonly id: number
  readonly name: string
  readonly isGuardian: boolean
  readonly chestId: number
  readonly folderId: number | null
  /** Further fields of items that may contain the words. */
  readonly login: string
  readonly address: string
  readonly icon: string | null
  readonly hasPassword: boolean
  readonly hasOtp: boolean
  /** The names of its ancestors, null for omitted ones. For a chest, its description. */
  readonly path: readonly (string | null)[]
}

/** A move among the results. */
export type PanelMove = 'next' | 'previous' | 'first' | 'last'

export type Group = { readonly kind: Result['kind']; readonly results: readonly Result[] }

const elementOf = ({ id, name, guardian, path, ...element }: Results['folders'][number]) => ({
  id,
  name,
  isGuardian: guardian,
  chestId: element.chest_id,
  folderId: element.folder_id,
  path,
})

/** Returns the three lists in the order of the specification, without empty ones. */
export function groupsOf({ chests, folders, items }: Results): Group[] {
  const blank = { login: '', address: '', icon: null, hasPassword: false, hasOtp: false }
  const groups: Group[] = [
    {
      kind: 'chest',
      results: chests.map(({ id, name, description, guardian }) => ({
        ...blank,
        kind: 'chest',
        id,
        name,
        isGuardian: guardian,
        chestId: id,
        folderId: null,
        path: description === '' ? [] : [description],
      })),
    },
    {
      kind: 'item',
      results: items.map((item) => ({
        ...elementOf(item),
        kind: 'item',
        login: item.login,
        address: item.address,
        icon: item.categoryIcon,
        hasPassword: item.hasPassword,
        hasOtp: item.hasOtp,
      })),
    },
    {
      kind: 'folder',
      results: folders.map((folder) => ({ ...blank, ...elementOf(folder), kind: 'folder' })),
    },
  ]
  return groups.filter(({ results }) => results.length > 0)
}

/**
 * Fixed heights in pixels: the visible range needs no measuring. A result has two lines; four where the reader has
 * widened the spaces of text.
 */
export const heights = { heading: 32, result: 52, wideResult: 108 } as const

/** A group with its offset in the list, the height of a result, and the index of its first result. */
export type PlacedGroup = Group & {
  readonly top: number
  readonly height: number
  readonly each: number
  readonly first: number
}

export function placed(
  groups: readonly Group[],
  each: number = heights.result,
): { groups: PlacedGroup[]; height: number; count: number; each: number } {
  let [top, count] = [0, 0]
  const all = groups.map((group) => {
    const height = heights.heading + group.results.length * each
    const one = { ...group, top, height, each, first: count }
    top += height
    count += group.results.length
    return one
  })
  return { groups: all, height: top, count, each }
}

/** Returns the visible range of a group's results, with a few beyond: from (inclusive), to (exclusive). */
export function inSight(
  { top, results, each }: PlacedGroup,
  scrollTop: number,
  viewHeight: number,
): [number, number] {
  const beyond = 4
  const begin = top + heights.heading
  const from = Math.floor((scrollTop - begin) / each) - beyond
  const to = Math.ceil((scrollTop + viewHeight - begin) / each) + beyond
  return [Math.max(0, Math.min(from, results.length)), Math.max(0, Math.min(to, results.length))]
}

/** Returns the top and bottom of a result in the list. The first of a group includes the heading. */
export function spanOf(groups: readonly PlacedGroup[], place: number): { top: number; bottom: number } {
  const group = groups.findLast(({ first }) => first <= place)
  if (!group) return { top: 0, bottom: 0 }
  const within = place - group.first
  const top = group.top + heights.heading + within * group.each
  return { top: within === 0 ? group.top : top, bottom: top + group.each }
}

export const resultAt = (groups: readonly PlacedGroup[], place: number): Result | undefined => {
  const group = groups.findLast(({ first }) => first <= place)
  return group?.results[place - group.first]
}

/** Returns the place of a result in the explorer: the element selected in its folder, or the chest. */
export const placeOfResult = ({ kind, id, chestId, folderId }: Result) =>
  kind === 'chest'
    ? { chestId }
    : { chestId, ...(folderId !== null && { folderId }), selectId: id, selectType: kind }
