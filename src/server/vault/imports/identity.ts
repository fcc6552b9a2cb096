import { digestOf, type ElementSource } from '#server/vault/contents/element-source.ts'

/** An existing folder of the destination chest, in the trash or not. */
export type ExistingFolder = {
  readonly id: number
  readonly parentId: number | null
  readonly isLive: boolean
  readonly name: string
  readonly source: ElementSource | null
}

/** An existing item of the destination chest. Of an item in the trash, only the source is used. */
export type ExistingItem = {
  readonly id: number
  readonly folderId: number | null
  readonly isLive: boolean
  /** Its `naturalKey`. */
  readonly key: string
  readonly source: ElementSource | null
}

/** The existing content of the destination chest. */
export type ExistingContent = {
  readonly folders: readonly ExistingFolder[]
  readonly items: readonly ExistingItem[]
}

/** Normalises a text for comparison: NFC, trimmed, case-sensitive. */
export const normalise = (text: string): string => text.normalize('NFC').trim()

/** Returns what identifies an item to people within a folder. */
export const naturalKey = (item: { name: string; login: string; address: string }): string =>
  [item.name, item.login, item.address].map(normalise).join('\n')

/** Returns an identifier for an entry that has none in the file: a digest of its path and natural key. */
export const fingerprintOf = (path: readonly string[], key = ''): string =>
  `${fingerprintMark}${digestOf([...path.map(normalise), key]).slice(0, 22)}`

// No program uses this character in its identifiers.
const fingerprintMark = '#'

/** Identifies an element among all those imported from files of a family. */
export type Origin = Pick<ElementSource, 'id' | 'within'>
export type Within = NonNullable<Origin['within']>

/** Returns the destination of an import as sources store it; 0 is the root. */
export const withinOf = (destination: number | null): Within => destination ?? 0

/**
 * Returns the origin of an entry: its identifier in the file, else its fingerprint.
 * @param within where the path begins
 * @param key the item's natural key; empty for a folder
 */
export const originOf = (
  sourceId: string | null,
  path: readonly string[],
  within: Within,
  key = '',
): Origin => (sourceId === null ? { id: fingerprintOf(path, key), within } : { id: sourceId })

export const identityOf = (family: string, { id, within }: Origin): string =>
  `${family}\n${within ?? ''}\n${id}`

type Sourced = Pick<ExistingFolder, 'isLive' | 'source'>
export type Bounds = {
  /**
   * Whether the beginning of an element's source path is unknown, so that only its current place identifies
   * it.
   */
  readonly isLoose: (element: Sourced) => boolean
  /** Whether a folder is the destination or lies below it; null: the root of the chest. */
  readonly isInside: (folderId: number | null) => boolean
}

/** Returns how existing elements relate to the destination of an import. */
export function boundsOf(folders: readonly ExistingFolder[], destination: number | null): Bounds {
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
  // An element moved out of a folder before the folder was deleted may match; one deleted with it may not.
  const isGone = (within: Within) => typeof within === 'number' && within !== 0 && !byId.get(within)?.isLive
  const isLoose = ({ isLive, source }: Sourced): boolean => {
    if (!source?.id.startsWith(fingerprintMark)) return false
    return source.within === undefined || (isLive && isGone(source.within))
  }
  return { isLoose, isInside }
}
