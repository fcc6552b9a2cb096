/** The kinds of things that an event of the journal may name by their ids. */
export const namedKinds = ['user', 'team', 'bank', 'item', 'folder'] as const
export type NamedKind = (typeof namedKinds)[number]
export type NamedIds = Readonly<Record<NamedKind, readonly number[]>>

/** The recorded fields that hold ids, by what they name, and those that hold ranges of ids, such as `3-5`. Some actions record a number in `users`: not a list, so no ids. */
const fieldsOf: Readonly<Record<NamedKind, Readonly<Record<'one' | 'lists' | 'ranges', readonly string[]>>>> =
  {
    user: { one: ['user'], lists: ['users'], ranges: [] },
    team: { one: ['team'], lists: ['teams', 'joined'], ranges: [] },
    bank: { one: ['bank'], lists: ['banks'], ranges: [] },
    item: { one: ['item'], lists: [], ranges: ['itemIds', 'updatedIds'] },
    folder: { one: ['folder', 'parent'], lists: [], ranges: ['folderIds', 'renamedIds'] },
  }

/** An import or an export has thousands of ids: the names of the first ones are told. */
const namedOfRanges = 20

/** Returns what a recorded field names; null if it holds no ids. */
export function kindOfField(field: string): { kind: NamedKind; isRange: boolean } | null {
  for (const kind of namedKinds) {
    const { one, lists, ranges } = fieldsOf[kind]
    if (ranges.includes(field)) return { kind, isRange: true }
    if (one.includes(field) || lists.includes(field)) return { kind, isRange: false }
  }
  return null
}

/** Returns the first ids of recorded ranges. */
export function idsInRanges(ranges: readonly unknown[], most = namedOfRanges): number[] {
  const ids: number[] = []
  for (const range of ranges) {
    const [first = 0, last = first] = String(range).split('-').map(Number)
    for (let id = first; id <= last && ids.length < most; id += 1) ids.push(id)
  }
  return ids
}

/** Returns how many ids recorded ranges hold. */
export const countOfRanges = (ranges: readonly string[]): number =>
  ranges.reduce((sum, range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return sum + last - first + 1
  }, 0)

type Objects = Readonly<Record<string, unknown>>

/**
 * Returns the ids that an event names, each once; of ranges, the first ones.
 * @param objects the recorded fields of an event (`journalActions`)
 */
export function namedIn(objects: Objects): NamedIds {
  const idsOf = (kind: NamedKind): number[] => {
    const { one, lists, ranges } = fieldsOf[kind]
    const values = [
      ...one.map((field) => objects[field]),
      ...lists.flatMap((field) => listIn(objects, field)),
      ...ranges.flatMap((field) => idsInRanges(listIn(objects, field))),
    ]
    return [...new Set(values.map(Number))].filter((id) => Number.isSafeInteger(id) && id > 0)
  }
  return {
    user: idsOf('user'),
    team: idsOf('team'),
    bank: idsOf('bank'),
    item: idsOf('item'),
    folder: idsOf('folder'),
  }
}

/** Returns whether an event names an item: by its id, or in the ranges of an import or an export. */
export const namesItem = (objects: Objects, id: number): boolean =>
  objects['item'] === id ||
  fieldsOf.item.ranges
    .flatMap((field) => listIn(objects, field))
    .some((range) => {
      const [first = 0, last = first] = String(range).split('-').map(Number)
      return first <= id && id <= last
    })

const listIn = (objects: Objects, field: string): readonly unknown[] => {
  const value = objects[field]
  return Array.isArray(value) ? value : []
}
