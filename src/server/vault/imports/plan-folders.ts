import { fieldLimits } from '#domain/platform/limits.ts'
import { joinedFolderName } from '#texts/vault/imports.ts'
import type { Breather } from '#server/vault/contents/breather.ts'
import { digestOfFolder } from '#server/vault/contents/element-source.ts'
import { deepestLevel } from '#server/vault/contents/folder-tree.ts'
import type { FolderInsertion, InsertPlace } from '#server/vault/contents/insert-elements.ts'
import { comparable, fingerprintOf, identityOf, type Standing, type StandingFolder } from './identity.ts'
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
  readonly id: string
  /** Its place in the list of folders to make. */
  made?: number
}

/** A folder of the file, its place and the names that lead to it in the file. */
export type PlacedFolder = {
  readonly folder: ImportFolder
  readonly target: Target
  readonly path: readonly string[]
}

export type FolderPlan = {
  readonly placed: readonly PlacedFolder[]
  readonly root: Target
  readonly insertions: readonly FolderInsertion[]
  readonly fails: readonly ImportFail[]
  /** The place of a target for what is inserted, which is made now if it does not stand. */
  placeOf(target: Target): InsertPlace
}

/**
 * Finds the place of each folder of a file, parents first: the folder that came from it, wherever people put it since;
 * else one of the same name in the same place; else a new one. One that is in the trash is made again only for
 * something that is new. Folders that would stand too deep are joined with the one above them, which is not made if it
 * held nothing else.
 *
 * @param destination the folder that the file is imported into, null for the root; it stands outside the trash
 */
export async function planFolders(
  { family, folders }: Pick<ImportContent, 'family' | 'folders'>,
  standing: Standing,
  destination: number | null,
  breather: Breather,
): Promise<FolderPlan> {
  const byId = new Map(standing.folders.map((folder) => [folder.id, folder]))
  const live = standing.folders.filter(({ isLive }) => isLive)
  const sourceKey = ({ source }: StandingFolder) => (source ? identityOf(source.family, source.id) : '')
  // Queues: each standing folder is taken once, in the order in which they were made.
  const liveBySource = Map.groupBy(live, sourceKey)
  const trashBySource = Map.groupBy(
    standing.folders.filter(({ isLive }) => !isLive),
    sourceKey,
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
    const target = { parent, name: folder?.name ?? '', level, standing: id, folder: null, id: '' }
    targets.set(id, target)
    return target
  }
  const placeOf = (target: Target): InsertPlace => {
    if (target.standing !== undefined) return { standing: target.standing }
    if (target.made === undefined) {
      const parent = target.parent === null ? { standing: null } : placeOf(target.parent)
      const { name } = target
      const description = target.folder?.description ?? ''
      const source = { family, id: target.id, digest: digestOfFolder({ name, description }) }
      target.made = insertions.push({ name, description, place: parent, source }) - 1
    }
    return { inserted: target.made }
  }

  // What came from a folder of the file is found before any is looked for by its name.
  const claimed = new Set<number>()
  const found: (Queued & { id: string; known: StandingFolder | undefined; isInTrash: boolean })[] = []
  for (const queued of await flattened(folders, breather)) {
    const id = queued.folder.sourceId ?? fingerprintOf(queued.path)
    const key = identityOf(family, id)
    const known = liveBySource.get(key)?.shift()
    if (known) claimed.add(known.id)
    const isInTrash = !known && trashBySource.get(key)?.shift() !== undefined
    found.push({ ...queued, id, known, isInTrash })
    const pause = breather.step()
    if (pause) await pause
  }
  const byPlace = Map.groupBy(
    live.filter(({ id }) => !claimed.has(id)),
    ({ parentId, name }) => placeKey(parentId, name),
  )
  const firstByPlace = new Map(live.toReversed().map((one) => [placeKey(one.parentId, one.name), one]))

  const root = standingTarget(destination)
  const placed: PlacedFolder[] = []
  const targetOf = (parentIndex: number | null): Target =>
    parentIndex === null ? root : (placed[parentIndex]?.target ?? root)
  for (const { folder, path, parent: parentIndex, id, known, isInTrash } of found) {
    const parent = targetOf(parentIndex)
    const place = (): Target => {
      if (known) return standingTarget(known.id)
      const isTooDeep = parent.level >= deepestLevel
      const above = isTooDeep ? (parent.parent ?? parent) : parent
      const whole = isTooDeep ? joinedFolderName(parent.name, folder.name) : folder.name
      const name = withItsEnd(whole, fieldLimits.name)
      const isEmptied = above.level + 1 >= deepestLevel && holdsFoldersAlone(folder)
      const tell = (reason: ImportFail['reason']) =>
        !isEmptied && fails.push({ line: folder.line, name: folder.name, reason })
      if (isTooDeep) tell('FOLDER_JOINED')
      if (name !== whole) tell('FOLDER_NAME_TOO_LONG')
      const key = above.standing === undefined ? null : placeKey(above.standing, name)
      const twin = key === null ? undefined : (byPlace.get(key)?.shift() ?? firstByPlace.get(key))
      if (twin) return standingTarget(twin.id)
      const target: Target = { parent: above, name, level: above.level + 1, standing: undefined, folder, id }
      const isAboveInTrash = above.standing === undefined && above.made === undefined
      if (!isInTrash && !isAboveInTrash && !isEmptied) placeOf(target)
      return target
    }
    placed.push({ folder, target: place(), path })
    const pause = breather.step()
    if (pause) await pause
  }
  return { placed, root, insertions, fails, placeOf }
}

/** Whether nothing would be left in a folder once those in it stand beside it. */
const holdsFoldersAlone = ({ items, folders, description }: ImportFolder): boolean =>
  items.length === 0 && folders.length > 0 && description === ''

type Queued = {
  readonly folder: ImportFolder
  readonly path: readonly string[]
  readonly parent: number | null
}

/** The folders of a file, parents first; `parent` is the place of the folder above in the list. */
async function flattened(folders: readonly ImportFolder[], breather: Breather): Promise<Queued[]> {
  const flat: Queued[] = folders.map((folder) => ({ folder, path: [folder.name], parent: null }))
  for (let index = 0; index < flat.length; index += 1) {
    const { folder, path } = flat[index] as Queued
    for (const child of folder.folders)
      flat.push({ folder: child, path: [...path, child.name], parent: index })
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
