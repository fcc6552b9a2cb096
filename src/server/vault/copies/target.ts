import type { ImportStage } from '#domain/vault/import-stages.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'
import { judge } from '#server/access/policy.ts'
import type { HandlerRequest } from '#server/access/handler.ts'
import { locateChest, type LocatedChest } from '#server/access/locate.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import type { copies } from '#contract/vault/copies.ts'
import { levelUnder, requireLevel } from '#server/vault/contents/folder-tree.ts'
import { readFolderId } from '#server/vault/contents/values.ts'
import type { VaultDeps } from '#server/vault/deps.ts'
import type { Tree } from './read-tree.ts'

/** Where elements go; of a guardian chest with what unlocks it. */
export type Target = { readonly chest: LocatedChest; readonly folderId: number | null }

/** Called with how far a copy or move is. */
export type Tell = (stage: ImportStage, done: number, total: number) => void

/** What the requests of copies and moves have in common. */
export type Asked = Pick<HandlerRequest<typeof copies.moveItem>, 'actor' | 'chest' | 'origin' | 'unlock'>

type Named = {
  readonly chestId: number
  readonly folderId?: number | '' | null
  readonly targetMasterkey?: string
}

/**
 * Finds the chest that a body names, in which the caller may create. The folder is checked in the transaction.
 * @throws Refusal CHEST_NOT_FOUND also for a chest that the caller may not see; RIGHT_REQUIRED; CHEST_LOCKED,
 * MASTER_KEY_WRONG for a guardian chest
 */
export async function findTarget(
  { db }: Pick<VaultDeps, 'db'>,
  { actor, unlock }: Asked,
  { chestId, folderId, targetMasterkey = '' }: Named,
): Promise<Target> {
  const found = await locateChest(db, { user: actor.id, right: 'create' }, 'chest', chestId)
  const access = { right: 'create', via: { chest: 'body.chestId' } } as const
  const code = judge(access, { actor, by: 'chest', rights: found?.rights ?? null })
  if (!found || code !== null) throw new Refusal(code ?? 'CHEST_NOT_FOUND')
  const chest = await unlock(found, targetMasterkey)
  if (chest.guardian && chest.unlock === null) throw new Refusal('CHEST_LOCKED')
  return { chest, folderId: readFolderId(folderId, 'folderId') }
}

/**
 * Checks that the folder of a target is there, and that what arrives is not too deep in it.
 * @throws Refusal FOLDER_NOT_FOUND, FOLDER_TOO_DEEP
 */
export async function requirePlace(
  tx: Kysely<Tables>,
  { chest, folderId }: Target,
  { height }: Tree,
): Promise<void> {
  const level = await levelUnder(tx, chest.id, folderId)
  if (height > 0) requireLevel(level + height - 1)
}
