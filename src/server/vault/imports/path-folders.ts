import { normalise } from './identity.ts'
import { toFolderTexts } from './folder-texts.ts'
import type { ImportFail, ImportFolder, ImportItem } from './model.ts'

type Growing = Omit<ImportFolder, 'folders' | 'items'> & {
  readonly folders: Growing[]
  readonly items: ImportItem[]
  readonly byName: Map<string, Growing>
}

/** The folders of a file whose entries name their path, created on demand. */
export type PathFolders = {
  readonly folders: readonly ImportFolder[]
  readonly items: readonly ImportItem[]
  readonly fails: readonly ImportFail[]
  readonly count: () => number
  add(item: ImportItem, path: readonly string[]): void
  /** Creates the folders of a path without an item. */
  addPath(path: readonly string[], line: number): void
}

/** Returns an empty set of folders. Names that differ only in outer blanks or composition are one. */
export function createPathFolders(): PathFolders {
  const [folders, items, fails] = [[] as Growing[], [] as ImportItem[], [] as ImportFail[]]
  const top = new Map<string, Growing>()
  let made = 0
  const folderIn = (list: Growing[], byName: Map<string, Growing>, part: string, line: number): Growing => {
    const key = normalise(part)
    const known = byName.get(key)
    if (known) return known
    const { texts, fails: told } = toFolderTexts(part, '', line)
    const folder = { ...texts, line, sourceId: null, folders: [], items: [], byName: new Map() }
    made += 1
    byName.set(key, folder)
    list.push(folder)
    fails.push(...told)
    return folder
  }
  const lowestOf = (path: readonly string[], line: number): Growing | undefined => {
    let folder: Growing | undefined
    for (const part of path) folder = folderIn(folder?.folders ?? folders, folder?.byName ?? top, part, line)
    return folder
  }
  return {
    folders,
    items,
    fails,
    count: () => made,
    add: (item, path) => void (lowestOf(path, item.line)?.items ?? items).push(item),
    addPath: (path, line) => void lowestOf(path, line),
  }
}
