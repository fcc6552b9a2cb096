import { digestOf, type ElementSource } from '#server/vault/contents/element-source.ts'

/** A folder of the destination chest, outside the trash or in it. */
export type StandingFolder = {
  readonly id: number
  readonly parentId: number | null
  readonly isLive: boolean
  readonly name: string
  readonly source: ElementSource | null
}

/** An item of the destination chest; of one in the trash only its source counts. */
export type StandingItem = {
  readonly id: number
  readonly folderId: number | null
  readonly isLive: boolean
  /** Its `naturalKey`. */
  readonly key: string
  readonly source: ElementSource | null
}

/** What stands in the chest that a file is imported into. */
export type Standing = {
  readonly folders: readonly StandingFolder[]
  readonly items: readonly StandingItem[]
}

/** A text as names are compared: composed, without blanks around it; the case counts. */
export const comparable = (text: string): string => text.normalize('NFC').trim()

/** What people recognise an item by, within a folder. */
export const naturalKey = (item: { name: string; login: string; address: string }): string =>
  [item.name, item.login, item.address].map(comparable).join('\n')

/** Names an entry of a file that has no identifiers: by its path in the file and what people recognise it by. */
export const fingerprintOf = (path: readonly string[], key = ''): string =>
  `${fingerprintMark}${digestOf([...path.map(comparable), key]).slice(0, 22)}`

// No program writes it into its identifiers.
const fingerprintMark = '#'

/** What names an element among all that come from files of a family. */
export type Origin = Pick<ElementSource, 'id' | 'within'>
export type Within = NonNullable<Origin['within']>

/** What an import calls its destination. */
export const withinOf = (destination: number | null): Within => destination ?? 0

/** @param within where the path begins @param key what people recognise an item by; nothing for a folder */
export const originOf = (
  sourceId: string | null,
  path: readonly string[],
  within: Within,
  key = '',
): Origin => (sourceId === null ? { id: fingerprintOf(path, key), within } : { id: sourceId })

export const identityOf = (family: string, { id, within }: Origin): string =>
  `${family}\n${within ?? ''}\n${id}`

type Sourced = Pick<StandingFolder, 'isLive' | 'source'>
export type Bounds = {
  /** Whether an element came from a path that begins nobody knows where: its place has to speak for it. */
  readonly isLoose: (element: Sourced) => boolean
  /** Whether a folder is the destination or lies below it; null: the root of the chest. */
  readonly isInside: (folderId: number | null) => boolean
}

/** Tells what stands in a chest by the destination of an import. */
export function boundsOf(folders: readonly StandingFolder[], destination: number | null): Bounds {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  const inside = new Map<number | null, boolean>([
    [null, destination === null],
    [destination, true],
  ])
  const isInside = (folderId: number | null): boolean => {
    const known = inside.get(folderId)
    if (known !== undefined) return known
    const found = isInside(byId.get(folderId ?? 0)?.parentId ?? null)
    inside.set(folderId, found)
    return found
  }
  // What left a folder before it was deleted may be met in another; what was deleted with it may not.
  const isGone = (within: Within) => typeof within === 'number' && within !== 0 && !byId.get(within)?.isLive
  const isLoose = ({ isLive, source }: Sourced): boolean => {
    if (!source?.id.startsWith(fingerprintMark)) return false
    return source.within === undefined || (isLive && isGone(source.within))
  }
  return { isLoose, isInside }
}
