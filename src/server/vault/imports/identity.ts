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

/** Returns the name in a natural key. */
export const nameInKey = (key: string): string => key.split('\n')[0] ?? ''

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

/** Returns where the content of a folder of a file begins: the destination, and the folder that has an identifier. */
export const withinFolder = (above: Within, folderId: string): Within => `${destinationOf(above)} ${folderId}`

/** Returns the destination of an import; null where an earlier release did not store it. */
export function destinationOf(within: Within | undefined): number | null {
  if (typeof within === 'number') return within
  const written = /^(\d+) /.exec(within ?? '')?.[1]
  return written === undefined ? null : Number(written)
}

/**
 * Returns the origin of an entry: its identifier in the file, else its fingerprint. Either counts within the destination
 * of the import: two files made from one template have the same identifiers, and so has one file in two folders.
 * @param within where the path begins
 * @param key the item's natural key; empty for a folder
 */
export const originOf = (
  sourceId: string | null,
  path: readonly string[],
  within: Within,
  key = '',
): Origin =>
  sourceId === null
    ? { id: fingerprintOf(path, key), within }
    : { id: sourceId, within: destinationOf(within) ?? within }

export const identityOf = (family: string, { id, within }: Origin): string =>
  `${family}\n${within ?? ''}\n${id}`

type Sourced = Pick<ExistingFolder, 'isLive' | 'source'>
export type Bounds = {
  /** Whether the destination that an element was imported into is unknown, so that only its current place identifies it. */
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
  const isGone = (folder: number) => folder !== 0 && !byId.get(folder)?.isLive
  const isLoose = ({ isLive, source }: Sourced): boolean => {
    if (source === null) return false
    const into = destinationOf(source.within)
    return into === null || (isLive && isGone(into))
  }
  return { isLoose, isInside }
}
