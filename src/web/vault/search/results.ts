import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { search } from '#contract/vault/search.ts'

export type Results = ReplyOf<(typeof search)['find']>

/** One thing that was found, as the list shows it and as the explorer's address names it. */
export type Result = {
  readonly kind: 'chest' | 'folder' | 'item'
  readonly id: number
  readonly name: string
  readonly isGuardian: boolean
  readonly chestId: number
  readonly folderId: number | null
  /** Of items: what else the words may stand in. */
  readonly login: string
  readonly address: string
  readonly icon: string | null
  /** Names that lead to it; null for what was left out. Of a chest, what describes it. */
  readonly path: readonly (string | null)[]
}

export type Group = { readonly kind: Result['kind']; readonly results: readonly Result[] }

/** The three lists in the order of the specification, those that are empty left out. */
export function groupsOf({ chests, folders, items }: Results): Group[] {
  const nowhere = { login: '', address: '', icon: null }
  const groups: Group[] = [
    {
      kind: 'chest',
      results: chests.map(({ id, name, description, guardian }) => ({
        ...nowhere,
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
      results: items.map(({ chest_id: chestId, folder_id: folderId, guardian, categoryIcon, ...item }) => ({
        kind: 'item',
        id: item.id,
        name: item.name,
        isGuardian: guardian,
        chestId,
        folderId,
        login: item.login,
        address: item.address,
        icon: categoryIcon,
        path: item.path,
      })),
    },
    {
      kind: 'folder',
      results: folders.map(({ id, name, guardian, chest_id: chestId, folder_id: folderId, path }) => ({
        ...nowhere,
        kind: 'folder',
        id,
        name,
        isGuardian: guardian,
        chestId,
        folderId,
        path,
      })),
    },
  ]
  return groups.filter(({ results }) => results.length > 0)
}

/** Heights in pixels, the same for all of a kind: what is in sight is known without measuring. */
export const heights = { heading: 32, result: 52 } as const

/** A group with where it begins in the list, and the place of its first result among all. */
export type PlacedGroup = Group & { readonly top: number; readonly height: number; readonly first: number }

export function placed(groups: readonly Group[]): { groups: PlacedGroup[]; height: number; count: number } {
  let [top, count] = [0, 0]
  const all = groups.map((group) => {
    const height = heights.heading + group.results.length * heights.result
    const one = { ...group, top, height, first: count }
    top += height
    count += group.results.length
    return one
  })
  return { groups: all, height: top, count }
}

/** Which results of a group are in sight, with a few beyond: from, and before. */
export function inSight(
  { top, results }: PlacedGroup,
  scrollTop: number,
  viewHeight: number,
): [number, number] {
  const beyond = 4
  const begin = top + heights.heading
  const from = Math.floor((scrollTop - begin) / heights.result) - beyond
  const to = Math.ceil((scrollTop + viewHeight - begin) / heights.result) + beyond
  return [Math.max(0, Math.min(from, results.length)), Math.max(0, Math.min(to, results.length))]
}

/** Where the result of a place among all stands in the list; its group's heading counts to the first one. */
export function spanOf(groups: readonly PlacedGroup[], place: number): { top: number; bottom: number } {
  const group = groups.findLast(({ first }) => first <= place)
  if (!group) return { top: 0, bottom: 0 }
  const within = place - group.first
  const top = group.top + heights.heading + within * heights.result
  return { top: within === 0 ? group.top : top, bottom: top + heights.result }
}

export const resultAt = (groups: readonly PlacedGroup[], place: number): Result | undefined => {
  const group = groups.findLast(({ first }) => first <= place)
  return group?.results[place - group.first]
}

/** The explorer's address of a result: the element selected in the folder that holds it, or the chest. */
export const placeOfResult = ({ kind, id, chestId, folderId }: Result) =>
  kind === 'chest'
    ? { chestId }
    : { chestId, ...(folderId !== null && { folderId }), selectId: id, selectType: kind }
