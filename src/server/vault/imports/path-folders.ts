import type { ImportedOldValue } from '#server/vault/contents/element-source.ts'
import { normalise } from './identity.ts'
import { toFolderTexts } from './folder-texts.ts'
import type { ImportFail, ImportFolder, ImportItem } from './model.ts'

type Growing = Omit<ImportFolder, 'folders' | 'items'> & {
  readonly folders: Growing[]
  readonly items: ImportItem[]
  readonly byName: Map<string, Growing>
}

/** What a file tells of a folder besides its name. */
type OwnFolder = {
  readonly description: string
  readonly sourceId: string | null
  readonly oldValues?: readonly ImportedOldValue[]
  readonly renewDays?: number | null
}
const noOwn: OwnFolder = { description: '', sourceId: null }

/** The folders of a file whose entries name their path, created on demand. */
export type PathFolders = {
  readonly folders: readonly ImportFolder[]
  readonly items: readonly ImportItem[]
  readonly fails: readonly ImportFail[]
  readonly count: () => number
  /** @param keys tell the folders of the path apart, level by level; by default their names do */
  add(item: ImportItem, path: readonly string[], keys?: readonly string[]): void
  /** Creates the folders of a path without an item; `own` describes the last one, if it is new. */
  addPath(path: readonly string[], line: number, own?: OwnFolder, keys?: readonly string[]): void
}

/** Returns an empty set of folders. Names that differ only in outer blanks or composition are one. */
export function createPathFolders(): PathFolders {
  const [folders, items, fails] = [[] as Growing[], [] as ImportItem[], [] as ImportFail[]]
  const top = new Map<string, Growing>()
  let made = 0
  const folderIn = (
    list: Growing[],
    byName: Map<string, Growing>,
    { key, part }: { key: string; part: string },
    { line, description, sourceId, oldValues = [], renewDays = null }: OwnFolder & { line: number },
  ): Growing => {
    const known = byName.get(key)
    if (known) return known
    const { texts, fails: told } = toFolderTexts(part, description, line)
    const folder = {
      ...texts,
      line,
      sourceId,
      oldValues,
      renewDays,
      folders: [],
      items: [],
      byName: new Map(),
    }
    made += 1
    byName.set(key, folder)
    list.push(folder)
    fails.push(...told)
    return folder
  }
  const lowestOf = (
    path: readonly string[],
    line: number,
    { own = noOwn, keys = [] }: { own?: OwnFolder | undefined; keys?: readonly string[] | undefined },
  ): Growing | undefined => {
    let folder: Growing | undefined
    for (const [level, part] of path.entries()) {
      const named = { key: keys[level] ?? normalise(part), part }
      folder = folderIn(folder?.folders ?? folders, folder?.byName ?? top, named, {
        line,
        ...(level === path.length - 1 ? own : noOwn),
      })
    }
    return folder
  }
  return {
    folders,
    items,
    fails,
    count: () => made,
    add: (item, path, keys) => void (lowestOf(path, item.line, { keys })?.items ?? items).push(item),
    addPath: (path, line, own, keys) => void lowestOf(path, line, { own, keys }),
  }
}
