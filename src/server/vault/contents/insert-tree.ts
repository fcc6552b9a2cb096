import type { Transaction } from 'kysely'
import type { LocatedChest } from '#server/access/locate.ts'
import type { Actor } from '#server/access/session.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { writeToChest } from './chest-writing.ts'
import { levelUnder, requireLevel } from './folder-tree.ts'
import { insertElements, type FolderInsertion, type InsertPlace } from './insert-elements.ts'
import type { VaultDeps } from '#server/vault/deps.ts'

export type FolderToInsert = {
  name: string
  description: string
  folders: readonly FolderToInsert[]
}

export type Destination = { chest: LocatedChest; folderId: number | null; actor: Pick<Actor, 'id' | 'login'> }

/**
 * Inserts a folder tree in one transaction; the chest's revision is raised once.
 * @returns the id of the tree's root folder
 * @throws Refusal FOLDER_NOT_FOUND for an unknown destination, FOLDER_TOO_DEEP when the tree would be too
 * deep
 */
export async function insertTree(
  tx: Transaction<Tables>,
  deps: Pick<VaultDeps, 'clock' | 'chestKeys'>,
  { chest, folderId, actor }: Destination,
  tree: FolderToInsert,
): Promise<number> {
  const writing = await writeToChest(tx, deps, chest)
  const flat = flatten(tree, { existing: folderId })
  requireLevel((await levelUnder(tx, chest.id, folderId)) + Math.max(...flat.map(({ depth }) => depth)))
  const { folderIds } = await insertElements(writing, actor, { folders: flat, items: [] }, new Map())
  return folderIds[0] as number
}

/** Returns the folders of a tree, parents first, `depth` from 0. */
function flatten(tree: FolderToInsert, place: InsertPlace): (FolderInsertion & { depth: number })[] {
  const flat = [{ folder: tree, place, depth: 0 }]
  for (let index = 0; index < flat.length; index += 1) {
    const { folder, depth } = flat[index] as (typeof flat)[number]
    for (const child of folder.folders)
      flat.push({ folder: child, place: { inserted: index }, depth: depth + 1 })
  }
  return flat.map(({ folder: { name, description }, ...rest }) => ({ name, description, ...rest }))
}
