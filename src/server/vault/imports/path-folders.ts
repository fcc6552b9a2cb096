import type { ImportedOldValue, SourceMark } from '#server/vault/contents/element-source.ts'
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
  readonly marks?: readonly SourceMark[]
}
const noOwn: OwnFolder = { description: '', sourceId: null }

/** What else tells of the folders of a path, level by level. */
type OtherNames = {
  /** Tell them apart; by default their names do. */
  readonly keys?: readonly string[] | undefined
  /** As they are named in the file, where its accents are mended. */
  readonly former?: readonly string[] | undefined
}

/** The folders of a file whose entries name their path, created on demand. */
export type PathFolders = {
  readonly folders: readonly ImportFolder[]
  readonly items: readonly ImportItem[]
  readonly fails: readonly ImportFail[]
  readonly count: () => number
  add(item: ImportItem, path: readonly string[], names?: OtherNames): void
  /** Creates the folders of a path without an item; `own` describes the last one, if it is new. */
  addPath(path: readonly string[], line: number, own?: OwnFolder, names?: OtherNames): void
}

/** Returns an empty set of folders. Names that differ only in outer blanks or composition are one. */
export function createPathFolders(): PathFolders {
  const [folders, items, fails] = [[] as Growing[], [] as ImportItem[], [] as ImportFail[]]
  const top = new Map<string, Growing>()
  let made = 0
  const folderIn = (
    list: Growing[],
    byName: Map<string, Growing>,
    { key, part, former }: { key: string; part: string; former: string | undefined },
    {
      line,
      description,
      sourceId,
      oldValues = [],
      renewDays = null,
      marks = [],
    }: OwnFolder & { line: number },
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
      ...(former !== undefined &&
        former !== part && { formerName: toFolderTexts(former, '', line).texts.name }),
      ...(marks.length > 0 && { marks }),
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
    { own = noOwn, keys = [], former = [] }: { own?: OwnFolder | undefined } & OtherNames,
  ): Growing | undefined => {
    let folder: Growing | undefined
    for (const [level, part] of path.entries()) {
      const named = { key: keys[level] ?? normalise(part), part, former: former[level] }
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
    add: (item, path, names) => void (lowestOf(path, item.line, { ...names })?.items ?? items).push(item),
    addPath: (path, line, own, names) => void lowestOf(path, line, { own, ...names }),
  }
}
