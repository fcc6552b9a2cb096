import type { Transaction } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import type { Actor } from '#server/access/session.ts'
import { isLowerCost } from '#server/platform/crypto/argon2-cost.ts'
import type { Secret } from '#server/platform/crypto/secret.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { RequestOrigin } from '#server/platform/journal/journal.ts'
import { sealingKeys } from '#server/platform/root-keys/sealing-keys.ts'
import { wrappedChestKey, type NewLock } from '#server/vault/chests/chest-keys.ts'
import type { VaultDeps } from '#server/vault/deps.ts'
import { lockAtPresentCost, type LockDeps } from './new-lock.ts'
import type { GuardedChest, OpenedLock } from './open.ts'

/**
 * Returns the same master key's lock at the present cost, if the one that it has just opened is lower. Null otherwise, and
 * when too much costly work waits: the next unlock raises it.
 */
export async function higherLock(
  deps: LockDeps,
  { cost }: OpenedLock,
  masterKey: Secret<string>,
  person: number,
): Promise<NewLock | null> {
  if (!isLowerCost(cost, deps.masterKeyCost)) return null
  try {
    return await lockAtPresentCost(deps, masterKey, person)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'SERVER_BUSY') return null
    throw error
  }
}

/**
 * Wraps the chest's key under a higher lock, and records it. The unwrapped row is the condition: nothing happens when the
 * lock was changed, removed, raised or rotated meanwhile. Unlocks stay valid, since the chest keeps its key.
 */
export async function raiseLock(
  tx: Transaction<Tables>,
  { keys, journal }: Pick<VaultDeps, 'keys' | 'journal'>,
  { actor, origin }: { readonly actor: Actor; readonly origin: RequestOrigin },
  chest: GuardedChest,
  { key, wrapped, lock }: Pick<OpenedLock, 'key' | 'wrapped'> & { readonly lock: NewLock },
): Promise<void> {
  const { root } = await sealingKeys(tx, keys.keyring)
  const { numUpdatedRows } = await tx
    .updateTable('chest_keys')
    .set(wrappedChestKey(root, chest, key, lock))
    .where('chest_id', '=', chest.id)
    .where('version', '=', chest.keyVersion)
    .where('wrapped', '=', wrapped)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 1n)
    await journal.record(tx, actor, origin, { action: 'masterkey.raised', chest: chest.id })
}
