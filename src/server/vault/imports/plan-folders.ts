import { fieldLimits } from '#domain/platform/limits.ts'
import { joinedFolderName } from '#texts/vault/imports.ts'
import type { Yielder } from '#server/vault/contents/yielder.ts'
import { digestOfFolder } from '#server/vault/contents/element-source.ts'
import { deepestLevel } from '#server/vault/contents/folder-tree.ts'
import type { FolderInsertion, InsertPlace } from '#server/vault/contents/insert-elements.ts'
import {
  normalise,
  identityOf,
  originOf,
  withinFolder,
  withinOf,
  type Bounds,
  type Origin,
  type ExistingContent,
  type ExistingFolder,
  type Within,
} from './identity.ts'
import type { ImportContent, ImportFail, ImportFolder } from './model.ts'
import { isLongerThan } from './plain-fields.ts'
import type { FolderRename } from './rename-folders.ts'

/** The place of a folder of the file: an existing folder, or one that is created when something needs it. */
export type Target = {
  readonly parent: Target | null
  readonly name: string
  /** 0 for the root of the chest. */
  readonly level: number
  /** The id of the existing folder; null: the root; undefined: not created yet. */
  readonly existing: number | null | undefined
  readonly folder: ImportFolder | null
  readonly origin: Origin
  /** Its index in the list of folders to insert. */
  made?: number
}

/**
 * A folder of the file, its target, its path in the file, and where the paths of its content begin
 * (`within`).
 */
export type PlacedFolder = {
  readonly folder: ImportFolder
  readonly target: Target
  readonly path: readonly string[]
  readonly within: Within
}

export type FolderPlan = {
  readonly placed: readonly PlacedFolder[]
  readonly root: Target
  readonly within: Within
  readonly insertions: readonly FolderInsertion[]
  /** Existing folders that get the mended name of their file. */
  readonly renames: readonly FolderRename[]
  readonly fails: readonly ImportFail[]
  /** Returns where to insert into a target, and adds the target to `insertions` if it does not exist. */
  placeOf(target: Target): InsertPlace
}

/**
 * Finds the target of each folder of a file, parents first: the folder imported from it, wherever it is now;
 * else one of the same name in the same place; else a new one. A folder in the trash, or one that may match a
 * loose folder elsewhere in the destination, is created again only for new content. A folder that still has the name that an
 * import gave it with broken accents gets the mended one, unless another one beside it has that.
 * Folders beyond the deepest level are joined with their parent, which is not created if it holds nothing
 * else.
 *
 * @param folderId the destination folder, null for the root; it is not in the trash
 */
export async function planFolders(
  { family, folders }: Pick<ImportContent, 'family' | 'folders'>,
  existing: ExistingContent,
  {
    folderId,
    bounds,
    mayUpdate,
  }: { readonly folderId: number | null; readonly bounds: Bounds; readonly mayUpdate: boolean },
  yielder: Yielder,
): Promise<FolderPlan> {
  const byId = new Map(existing.folders.map((folder) => [folder.id, folder]))
  const live = existing.folders.filter(({ isLive }) => isLive)
  const trash = existing.folders.filter(({ isLive }) => !isLive)
  const sourceKey = ({ source }: ExistingFolder) => (source ? identityOf(source.family, source) : '')
  const looseKey = ({ source }: ExistingFolder) =>
    source ? identityOf(source.family, { id: source.id }) : ''
  const isBound = (one: ExistingFolder) => !bounds.isLoose(one)
  const looseInside = existing.folders.filter((one) => bounds.isLoose(one) && bounds.isInside(one.parentId))
  // Each existing folder matches once, oldest first.
  const liveBySource = Map.groupBy(live.filter(isBound), sourceKey)
  const trashBySource = Map.groupBy(trash.filter(isBound), sourceKey)
  const looseBySource = Map.groupBy(looseInside, looseKey)
  const looseByPlace = Map.groupBy(
    looseInside.filter(({ isLive }) => isLive),
    (one) => `${one.parentId} ${looseKey(one)}`,
  )
  const insertions: FolderInsertion[] = []
  const renames = new Map<number, FolderRename>()
  const fails: ImportFail[] = []

  const targets = new Map<number | null, Target>()
  const existingTarget = (id: number | null): Target => {
    const known = targets.get(id)
    if (known) return known
    const folder = id === null ? undefined : byId.get(id)
    const parent = folder ? existingTarget(folder.parentId) : null
    const level = parent === null ? 0 : parent.level + 1
    const target = { parent, name: folder?.name ?? '', level, existing: id, folder: null, origin: { id: '' } }
    targets.set(id, target)
    return target
  }
  const placeOf = (target: Target): InsertPlace => {
    if (target.existing !== undefined) return { existing: target.existing }
    if (target.made === undefined) {
      const parent = target.parent === null ? { existing: null } : placeOf(target.parent)
      const { name } = target
      const description = target.folder?.description ?? ''
      const { oldValues = [], renewDays = null, marks } = target.folder ?? {}
      const digest = digestOfFolder({ name, description })
      const source = { family, ...target.origin, digest, ...(marks && { others: marks }) }
      const insertion = { name, description, place: parent, source, oldValues, renewDays }
      target.made = insertions.push(insertion) - 1
    }
    return { inserted: target.made }
  }

  // Matches by source come before matches by name.
  const claimed = new Set<number>()
  type FoundFolder = Queued & { origin: Origin; known: ExistingFolder | undefined; isElsewhere: boolean }
  const found: FoundFolder[] = []
  const within = withinOf(folderId)
  for (const queued of await flattened(folders, within, yielder)) {
    const origin = originOf(queued.folder.sourceId, queued.path, queued.within)
    const key = identityOf(family, origin)
    const known = liveBySource.get(key)?.shift()
    if (known) claimed.add(known.id)
    const other =
      known ??
      trashBySource.get(key)?.shift() ??
      looseBySource.get(identityOf(family, { id: origin.id }))?.shift()
    found.push({ ...queued, origin, known, isElsewhere: !known && other !== undefined })
    const pause = yielder.step()
    if (pause) await pause
  }
  // An import, by this way or another, may have brought a folder in with its broken accents.
  const byFormerPath = Map.groupBy(existing.folders.filter(isBound), ({ source }) => pathKey(source))
  for (const one of found) {
    if (one.known || one.isElsewhere || one.folder.sourceId !== null) continue
    if (one.formerPath.every((name, level) => name === one.path[level])) continue
    const matches = byFormerPath.get(pathKey(originOf(null, one.formerPath, one.within)))
    const match = matches?.find(({ id }) => !claimed.has(id))
    if (match) claimed.add(match.id)
    if (match?.isLive) one.known = match
    else one.isElsewhere = match !== undefined
    const pause = yielder.step()
    if (pause) await pause
  }
  const byPlace = Map.groupBy(
    live.filter(({ id }) => !claimed.has(id)),
    ({ parentId, name }) => placeKey(parentId, name),
  )
  const firstByPlace = new Map(live.toReversed().map((one) => [placeKey(one.parentId, one.name), one]))

  const root = existingTarget(folderId)
  const placed: PlacedFolder[] = []
  const targetOf = (parentIndex: number | null): Target =>
    parentIndex === null ? root : (placed[parentIndex]?.target ?? root)
  for (const { folder, path, parent: parentIndex, origin, known, isElsewhere, ...rest } of found) {
    const parent = targetOf(parentIndex)
    const place = (): Target => {
      const isTooDeep = parent.level >= deepestLevel
      const above = isTooDeep ? (parent.parent ?? parent) : parent
      const whole = isTooDeep ? joinedFolderName(parent.name, folder.name) : folder.name
      const name = withItsEnd(whole, fieldLimits.name)
      const isEmptied = above.level + 1 >= deepestLevel && holdsFoldersAlone(folder)
      const tell = (reason: ImportFail['reason']) =>
        fails.push({ line: folder.line, name: folder.name, reason })
      // For an existing folder the warning is repeated as long as the folder is unchanged.
      if (isTooDeep && (known ? known.parentId === above.existing : !isEmptied)) tell('FOLDER_JOINED')
      if (name !== whole && (known ? known.name === name : !isEmptied)) tell('FOLDER_NAME_TOO_LONG')
      const { formerName } = folder
      const mendName = (one: ExistingFolder): void => {
        const isTaken = firstByPlace.has(placeKey(one.parentId, folder.name))
        if (mayUpdate && one.source !== null && !isTaken && !renames.has(one.id))
          renames.set(one.id, { id: one.id, from: one.name, name: folder.name })
        if (renames.get(one.id)?.name !== folder.name) tell('FOLDER_NAME_BROKEN')
      }
      if (known && known.name === formerName) mendName(known)
      if (known) return existingTarget(known.id)
      const loose = looseByPlace.get(`${above.existing} ${identityOf(family, { id: origin.id })}`)?.shift()
      if (loose) return existingTarget(loose.id)
      const key = above.existing === undefined ? null : placeKey(above.existing, name)
      const twin = key === null ? undefined : (byPlace.get(key)?.shift() ?? firstByPlace.get(key))
      if (twin) return existingTarget(twin.id)
      const broken =
        above.existing === undefined || formerName === undefined
          ? undefined
          : firstByPlace.get(placeKey(above.existing, formerName))
      if (broken) {
        mendName(broken)
        return existingTarget(broken.id)
      }
      const target: Target = {
        parent: above,
        name,
        level: above.level + 1,
        existing: undefined,
        folder,
        origin,
      }
      const isAboveInTrash = above.existing === undefined && above.made === undefined
      if (!isElsewhere && !isAboveInTrash && !isEmptied) placeOf(target)
      return target
    }
    placed.push({ folder, target: place(), path, within: withinOfContent(folder, rest.within) })
    const pause = yielder.step()
    if (pause) await pause
  }
  return { placed, root, within, insertions, renames: [...renames.values()], fails, placeOf }
}

/** Whether a folder would be empty once its subfolders are moved beside it. */
const holdsFoldersAlone = ({ items, folders, description }: ImportFolder): boolean =>
  items.length === 0 && folders.length > 0 && description === ''

type Queued = {
  readonly folder: ImportFolder
  readonly path: readonly string[]
  /** As the file names it, where its accents are mended. */
  readonly formerPath: readonly string[]
  readonly parent: number | null
  readonly within: Within
}

const withinOfContent = ({ sourceId }: ImportFolder, above: Within): Within =>
  sourceId === null ? above : withinFolder(above, sourceId)

/** Returns the folders of a file, parents first; `parent` is an index in the list. */
async function flattened(folders: readonly ImportFolder[], top: Within, yielder: Yielder): Promise<Queued[]> {
  const flat: Queued[] = folders.map((folder) => ({
    folder,
    path: [folder.name],
    formerPath: [folder.formerName ?? folder.name],
    parent: null,
    within: top,
  }))
  for (let index = 0; index < flat.length; index += 1) {
    const { folder, path, formerPath, within: above } = flat[index] as Queued
    const within = withinOfContent(folder, above)
    for (const child of folder.folders)
      flat.push({
        folder: child,
        path: [...path, child.name],
        formerPath: [...formerPath, child.formerName ?? child.name],
        parent: index,
        within,
      })
    const pause = yielder.step()
    if (pause) await pause
  }
  return flat
}

/** Returns the last `limit` code points of a joined name: its end distinguishes it from its siblings. */
function withItsEnd(name: string, limit: number): string {
  if (!isLongerThan(name, limit)) return name
  return `…${Array.from(name)
    .slice(1 - limit)
    .join('')}`
}

/** Returns what identifies a folder by its path in a file, whatever program the file is of. */
const pathKey = (origin: Origin | null): string => (origin ? `${origin.within ?? ''}\n${origin.id}` : '')

const placeKey = (parentId: number | null, name: string): string => `${parentId ?? 0} ${normalise(name)}`
