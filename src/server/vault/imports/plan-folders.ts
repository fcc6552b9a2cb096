import { fieldLimits } from '#domain/platform/limits.ts'
import { joinedFolderName } from '#texts/vault/imports.ts'
import type { Breather } from '#server/vault/contents/breather.ts'
import { digestOfFolder } from '#server/vault/contents/element-source.ts'
import { deepestLevel } from '#server/vault/contents/folder-tree.ts'
import type { FolderInsertion, InsertPlace } from '#server/vault/contents/insert-elements.ts'
import {
  comparable,
  identityOf,
  originOf,
  withinOf,
  type Bounds,
  type Origin,
  type Standing,
  type StandingFolder,
  type Within,
} from './identity.ts'
import type { ImportContent, ImportFail, ImportFolder } from './model.ts'
import { isLongerThan } from './plain-fields.ts'

/** Where a folder of the file goes: into one that stands, or into one that is made when something needs it. */
export type Target = {
  readonly parent: Target | null
  readonly name: string
  /** 0 for the root of the chest. */
  readonly level: number
  /** The folder that stands; null: the root; undefined: none yet. */
  readonly standing: number | null | undefined
  readonly folder: ImportFolder | null
  readonly origin: Origin
  /** Its place in the list of folders to make. */
  made?: number
}

/** A folder of the file, its place, the names that lead to it in the file and what they begin in for what it holds. */
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
  readonly fails: readonly ImportFail[]
  /** The place of a target for what is inserted, which is made now if it does not stand. */
  placeOf(target: Target): InsertPlace
}

/**
 * Finds the place of each folder of a file, parents first: the folder that came from it, wherever people put it since;
 * else one of the same name in the same place; else a new one. One that is in the trash, or that a loose one elsewhere
 * in the destination may be, is made again only for something that is new. Folders that would stand too deep are joined
 * with the one above them, which is not made if it held nothing else.
 *
 * @param folderId the folder that the file is imported into, null for the root; it stands outside the trash
 */
export async function planFolders(
  { family, folders }: Pick<ImportContent, 'family' | 'folders'>,
  standing: Standing,
  { folderId, bounds }: { readonly folderId: number | null; readonly bounds: Bounds },
  breather: Breather,
): Promise<FolderPlan> {
  const byId = new Map(standing.folders.map((folder) => [folder.id, folder]))
  const live = standing.folders.filter(({ isLive }) => isLive)
  const trash = standing.folders.filter(({ isLive }) => !isLive)
  const sourceKey = ({ source }: StandingFolder) => (source ? identityOf(source.family, source) : '')
  const looseKey = ({ source }: StandingFolder) =>
    source ? identityOf(source.family, { id: source.id }) : ''
  const isBound = (one: StandingFolder) => !bounds.isLoose(one)
  const looseInside = standing.folders.filter((one) => bounds.isLoose(one) && bounds.isInside(one.parentId))
  // Queues: each standing folder is taken once, in the order in which they were made.
  const liveBySource = Map.groupBy(live.filter(isBound), sourceKey)
  const trashBySource = Map.groupBy(trash.filter(isBound), sourceKey)
  const looseBySource = Map.groupBy(looseInside, looseKey)
  const looseByPlace = Map.groupBy(
    looseInside.filter(({ isLive }) => isLive),
    (one) => `${one.parentId} ${looseKey(one)}`,
  )
  const insertions: FolderInsertion[] = []
  const fails: ImportFail[] = []

  const targets = new Map<number | null, Target>()
  const standingTarget = (id: number | null): Target => {
    const known = targets.get(id)
    if (known) return known
    const folder = id === null ? undefined : byId.get(id)
    const parent = folder ? standingTarget(folder.parentId) : null
    const level = parent === null ? 0 : parent.level + 1
    const target = { parent, name: folder?.name ?? '', level, standing: id, folder: null, origin: { id: '' } }
    targets.set(id, target)
    return target
  }
  const placeOf = (target: Target): InsertPlace => {
    if (target.standing !== undefined) return { standing: target.standing }
    if (target.made === undefined) {
      const parent = target.parent === null ? { standing: null } : placeOf(target.parent)
      const { name } = target
      const description = target.folder?.description ?? ''
      const source = { family, ...target.origin, digest: digestOfFolder({ name, description }) }
      target.made = insertions.push({ name, description, place: parent, source }) - 1
    }
    return { inserted: target.made }
  }

  // What came from a folder of the file is found before any is looked for by its name.
  const claimed = new Set<number>()
  const found: (Queued & { origin: Origin; known: StandingFolder | undefined; isElsewhere: boolean })[] = []
  const within = withinOf(folderId)
  for (const queued of await flattened(folders, within, breather)) {
    const origin = originOf(queued.folder.sourceId, queued.path, queued.within)
    const key = identityOf(family, origin)
    const known = liveBySource.get(key)?.shift()
    if (known) claimed.add(known.id)
    const other =
      known ??
      trashBySource.get(key)?.shift() ??
      looseBySource.get(identityOf(family, { id: origin.id }))?.shift()
    found.push({ ...queued, origin, known, isElsewhere: !known && other !== undefined })
    const pause = breather.step()
    if (pause) await pause
  }
  const byPlace = Map.groupBy(
    live.filter(({ id }) => !claimed.has(id)),
    ({ parentId, name }) => placeKey(parentId, name),
  )
  const firstByPlace = new Map(live.toReversed().map((one) => [placeKey(one.parentId, one.name), one]))

  const root = standingTarget(folderId)
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
      // Of one that stands it is told as long as it stands so.
      if (isTooDeep && (known ? known.parentId === above.standing : !isEmptied)) tell('FOLDER_JOINED')
      if (name !== whole && (known ? known.name === name : !isEmptied)) tell('FOLDER_NAME_TOO_LONG')
      if (known) return standingTarget(known.id)
      const loose = looseByPlace.get(`${above.standing} ${identityOf(family, { id: origin.id })}`)?.shift()
      if (loose) return standingTarget(loose.id)
      const key = above.standing === undefined ? null : placeKey(above.standing, name)
      const twin = key === null ? undefined : (byPlace.get(key)?.shift() ?? firstByPlace.get(key))
      if (twin) return standingTarget(twin.id)
      const target: Target = {
        parent: above,
        name,
        level: above.level + 1,
        standing: undefined,
        folder,
        origin,
      }
      const isAboveInTrash = above.standing === undefined && above.made === undefined
      if (!isElsewhere && !isAboveInTrash && !isEmptied) placeOf(target)
      return target
    }
    placed.push({ folder, target: place(), path, within: folder.sourceId ?? rest.within })
    const pause = breather.step()
    if (pause) await pause
  }
  return { placed, root, within, insertions, fails, placeOf }
}

/** Whether nothing would be left in a folder once those in it stand beside it. */
const holdsFoldersAlone = ({ items, folders, description }: ImportFolder): boolean =>
  items.length === 0 && folders.length > 0 && description === ''

type Queued = {
  readonly folder: ImportFolder
  readonly path: readonly string[]
  readonly parent: number | null
  readonly within: Within
}

/** The folders of a file, parents first; `parent` is the place of the folder above in the list. */
async function flattened(
  folders: readonly ImportFolder[],
  top: Within,
  breather: Breather,
): Promise<Queued[]> {
  const flat: Queued[] = folders.map((folder) => ({ folder, path: [folder.name], parent: null, within: top }))
  for (let index = 0; index < flat.length; index += 1) {
    const { folder, path, within: above } = flat[index] as Queued
    const within = folder.sourceId ?? above
    for (const child of folder.folders)
      flat.push({ folder: child, path: [...path, child.name], parent: index, within })
    const pause = breather.step()
    if (pause) await pause
  }
  return flat
}

/** The last `limit` code points of a joined name: it is its end that tells it from those beside it. */
function withItsEnd(name: string, limit: number): string {
  if (!isLongerThan(name, limit)) return name
  return `…${Array.from(name)
    .slice(1 - limit)
    .join('')}`
}

const placeKey = (parentId: number | null, name: string): string => `${parentId ?? 0} ${comparable(name)}`
