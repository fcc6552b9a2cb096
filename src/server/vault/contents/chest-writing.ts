import type { Kysely, Transaction } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import type { Once } from '#server/access/creations.ts'
import { confirmRight, type LocatedChest } from '#server/access/locate.ts'
import type { ChestKey } from '#server/platform/crypto/data-key.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { VaultDeps } from '#server/vault/deps.ts'

/** A transaction that changes the content of one chest, with the stamps of its changes. */
export type ChestWriting = {
  readonly tx: Transaction<Tables>
  readonly chestId: number
  /** The revision of the chest that this transaction creates; the rows it changes get it. */
  readonly chestRevision: number
  /** The time stamp of its rows and history. */
  readonly now: number
  /** Returns the chest's key, unwrapped at the first call: deleting and restoring seldom need it. */
  key(): Promise<ChestKey>
}

const raiseRevision = prepared((db: Kysely<Tables>, params: Params<{ id: number }>) =>
  db
    .updateTable('chests')
    .set((column) => ({ revision: column('revision', '+', 1) }))
    .where('id', '=', params('id'))
    .where('deleted_at', 'is', null)
    .returning(['revision', 'key_version', 'former_key_version', 'guardian']),
)

/**
 * Raises a chest's revision, before any other statement of a transaction that changes content. On PostgreSQL
 * the row lock then serialises such transactions of one chest, as SQLite's single writer does. What a
 * transaction checks therefore stays true until it commits.
 *
 * @throws Refusal CHEST_NOT_FOUND or RIGHT_REQUIRED when the chest or the right was removed meanwhile,
 * CHEST_LOCKED when its unlock ended
 */
export async function writeToChest(
  tx: Transaction<Tables>,
  { chestKeys, clock }: Pick<VaultDeps, 'clock' | 'chestKeys'>,
  chest: Pick<LocatedChest, 'id' | 'judged' | 'unlock'>,
): Promise<ChestWriting> {
  // Sent together and executed in this order: the right is checked once the row is locked.
  const [raised] = await Promise.all([raiseRevision.first(tx, { id: chest.id }), confirmRight(tx, chest)])
  if (!raised) throw new Refusal('CHEST_NOT_FOUND')
  const { revision, key_version: keyVersion, former_key_version: formerKeyVersion } = raised
  const state = { id: chest.id, guardian: raised.guardian === 1, keyVersion, formerKeyVersion }
  return {
    tx,
    chestId: chest.id,
    chestRevision: revision,
    now: clock(),
    key: () => chestKeys.open(tx, { ...state, unlock: chest.unlock }),
  }
}

/** Runs one change of a chest's content in its own transaction. @param once for a creation */
export const inChest = <Result>(
  deps: Pick<VaultDeps, 'db' | 'clock' | 'chestKeys'>,
  chest: Pick<LocatedChest, 'id' | 'judged' | 'unlock'>,
  change: (writing: ChestWriting) => Promise<Result>,
  once: Once = (create) => deps.db.transaction().execute(create),
): Promise<Result> => once(async (tx) => change(await writeToChest(tx, deps, chest)))
