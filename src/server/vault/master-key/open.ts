import { Refusal } from '#domain/platform/refusals.ts'
import type { LocatedChest } from '#server/access/locate.ts'
import type { Actor } from '#server/access/session.ts'
import { placeOfChestKey } from '#server/vault/chests/chest-keys.ts'
import type { DataKey } from '#server/platform/crypto/data-key.ts'
import { decodeCost, firstLockCost } from '#server/platform/crypto/argon2-cost.ts'
import type { Argon2Cost } from '#server/platform/crypto/argon2id-input.ts'
import { asSealed, type Sealed } from '#server/platform/crypto/envelope.ts'
import { kekOf, unwrapGuardianKey } from '#server/platform/crypto/master-key.ts'
import { SealError } from '#server/platform/crypto/seal-error.ts'
import type { Secret } from '#server/platform/crypto/secret.ts'
import type { RequestOrigin } from '#server/platform/journal/journal.ts'
import { uncountTry, countTry, recordWrongTry } from './tries.ts'
import type { VaultDeps } from '#server/vault/deps.ts'

export type OpenDeps = Pick<
  VaultDeps,
  'db' | 'keys' | 'clock' | 'journal' | 'requireTurn' | 'stretchMasterKey'
>
export type GuardedChest = Pick<LocatedChest, 'id' | 'keyVersion' | 'lockVersion'>

/** A guardian chest's key, with the row that a right master key unwrapped and the cost of its lock. */
export type OpenedLock = { readonly key: DataKey; readonly wrapped: Sealed; readonly cost: Argon2Cost }

/**
 * Unwraps a guardian chest's key with a master key. The try is counted when its turn begins, before the key
 * is checked: tries that are refused as busy take no number from those being checked. On success
 * the caller calls `resetTries`, in the transaction that uses the key and checks that the chest is
 * unchanged.
 *
 * @throws Refusal MASTER_KEY_WRONG, SESSION_EXPIRED by the last wrong try, TOO_MANY_TRIES, SERVER_BUSY;
 * CHEST_LOCKED when the chest's key was changed concurrently
 */
export async function openByMasterKey(
  deps: OpenDeps,
  { actor, origin }: { actor: Actor; origin: RequestOrigin },
  chest: GuardedChest,
  masterKey: Secret<string>,
): Promise<OpenedLock> {
  // A try that cannot be checked now costs no query.
  deps.requireTurn(actor.id)
  const trial = { actor, origin, chestId: chest.id }
  const row = await deps.db
    .selectFrom('chest_keys')
    .select(['wrapped', 'root_version', 'salt', 'cost'])
    .where('chest_id', '=', chest.id)
    .where('version', '=', chest.keyVersion)
    .executeTakeFirst()
  if (!row?.salt) throw new Refusal('CHEST_LOCKED')
  const { wrapped, salt } = row
  // A damaged cost opens nothing, as a damaged key.
  const cost = decodeCost(row.cost ?? '') ?? firstLockCost
  let number = 0
  const stretched = await deps.stretchMasterKey(masterKey, { salt, cost }, actor.id, async () => {
    number = await countTry(deps, trial)
  })
  const kek = kekOf(stretched, { chestId: chest.id, version: chest.lockVersion })
  const place = placeOfChestKey(chest.id, chest.keyVersion)
  try {
    const root = deps.keys.keyring.root(row.root_version)
    return { key: unwrapGuardianKey(root, { kek, cost }, place, asSealed(wrapped)), wrapped, cost }
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    if (error.code !== 'KEY_VERSION' && error.code !== 'KEY_MISSING')
      throw await recordWrongTry(deps, trial, number)
    // This node lacks the root key, or the chest's key changed since it was located: the try does not count.
    await uncountTry(deps, trial)
    if (error.code === 'KEY_MISSING') throw error
    throw new Refusal('CHEST_LOCKED')
  }
}
