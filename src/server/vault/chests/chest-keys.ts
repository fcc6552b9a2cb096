import type { Kysely, Transaction } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import type { LocatedChest } from '#server/access/locate.ts'
import { unwrapKey, wrapKey } from '#server/platform/crypto/chest-key.ts'
import { newKey, type ChestKey, type DataKey } from '#server/platform/crypto/data-key.ts'
import { asSealed } from '#server/platform/crypto/envelope.ts'
import { encodeCost } from '#server/platform/crypto/argon2-cost.ts'
import { kekOf, unwrapFormerKey, wrapGuardianKey, type LockCost } from '#server/platform/crypto/master-key.ts'
import type { SealPlace } from '#server/platform/crypto/place.ts'
import { SealError } from '#server/platform/crypto/seal-error.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { sealingKeys } from '#server/platform/root-keys/sealing-keys.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import { LruMap } from '#server/platform/lru-map.ts'

/** What is needed to get a chest's key: its state, and for a guardian chest what the request unlocked. */
export type KeyedChest = Pick<LocatedChest, 'id' | 'guardian' | 'keyVersion' | 'formerKeyVersion' | 'unlock'>

/** The stretched master key of a new guardian chest. Its bytes are wiped by the first use. */
export type NewLock = LockCost & { readonly stretched: Buffer }

export const firstLockVersion = 1

/**
 * Opens and creates the keys of chests; **the only access to content**, of ordinary and guardian chests.
 *
 * A handler passes `request.chest` to `open`: for a guardian chest it contains what the request's handle
 * unlocked. A handler that reads several chests (search, favourites) calls `request.unlocks()`, and passes `{
 * ...chest, unlock: unlocks.get(id) ?? null }` for each. It leaves out a locked chest, or shows it without
 * content.
 * Keys of ordinary chests are cached, the least recently used one evicted first. Keys of guardian chests are
 * never cached.
 */
export type ChestKeys = {
  /** Returns the key of a chest's content. @throws Refusal CHEST_LOCKED for a locked guardian chest. */
  open(db: Kysely<Tables>, chest: KeyedChest): Promise<ChestKey>
  /**
   * Generates the key of a new chest, and stores it wrapped under the root key and the master key, if any.
   */
  create(tx: Transaction<Tables>, chestId: number, lock?: NewLock | null): Promise<DataKey>
  /** Evicts a chest's keys, because the chest was deleted or its key changed. */
  evict(chestId: number): void
  /** The chests whose keys are in memory. */
  cachedIds(): number[]
}

/** Returns the seal place of a chest's wrapped key; rotation keeps the place. */
export const placeOfChestKey = (chestId: number, version: number): SealPlace => ({
  table: 'chest_keys',
  rowId: chestId,
  field: 'wrapped',
  parentId: chestId,
  revision: version,
})

/** Returns the columns of a chest's key, wrapped under a lock of the given version, or under the root key only. */
export function wrappedChestKey(
  root: DataKey,
  { id, lockVersion }: { readonly id: number; readonly lockVersion: number },
  key: DataKey,
  lock: NewLock | null,
) {
  const place = placeOfChestKey(id, key.version)
  const root_version = root.version
  if (!lock) return { wrapped: wrapKey(root, place, key), root_version, salt: null, cost: null }
  const kek = kekOf(lock.stretched, { chestId: id, version: lockVersion })
  const { salt, cost } = lock
  return {
    wrapped: wrapGuardianKey(root, { kek, cost }, place, key),
    root_version,
    salt,
    cost: encodeCost(cost),
  }
}

const keptKeys = 2_000

const wrappedKey = prepared(
  (db: Kysely<Tables>, params: Params<{ id: number; version: number }>) =>
    db
      .selectFrom('chest_keys')
      .select(['wrapped', 'root_version'])
      .where('chest_id', '=', params('id'))
      .where('version', '=', params('version')),
  { isQuick: true },
)

export function createChestKeys({ keys }: Pick<PlatformDeps, 'keys'>): ChestKeys {
  const opened = new LruMap<number, DataKey>(keptKeys)

  const openOrdinary = async (db: Kysely<Tables>, { id, keyVersion }: KeyedChest): Promise<DataKey> => {
    const kept = opened.get(id)
    if (kept?.version === keyVersion) return kept
    const row = await wrappedKey.first(db, { id, version: keyVersion })
    if (!row) throw new Refusal('CHEST_NOT_FOUND')
    try {
      const root = keys.keyring.root(row.root_version)
      const key = unwrapKey(root, placeOfChestKey(id, keyVersion), asSealed(row.wrapped))
      opened.set(id, key)
      return key
    } catch (error) {
      // The chest got a master key since the request read its row.
      if (error instanceof SealError && error.code === 'FORMAT') throw new Refusal('CHEST_LOCKED')
      throw error
    }
  }

  return {
    async open(db, chest) {
      const { id, guardian, keyVersion, formerKeyVersion, unlock } = chest
      if (guardian && unlock?.key.version !== keyVersion) throw new Refusal('CHEST_LOCKED')
      const key = guardian && unlock ? unlock.key : await openOrdinary(db, chest)
      const former =
        formerKeyVersion === null ? undefined : await wrappedKey.first(db, { id, version: formerKeyVersion })
      // The former key was destroyed: all content is sealed under the current key.
      if (formerKeyVersion === null || !former) return key
      const root = keys.keyring.root(former.root_version)
      const place = placeOfChestKey(id, formerKeyVersion)
      return { ...key, former: unwrapFormerKey(root, key, place, asSealed(former.wrapped)) }
    },

    async create(tx, chestId, lock = null) {
      const key = newKey(1)
      const { root } = await sealingKeys(tx, keys.keyring)
      const values = wrappedChestKey(root, { id: chestId, lockVersion: firstLockVersion }, key, lock)
      await tx
        .insertInto('chest_keys')
        .values({ chest_id: chestId, version: key.version, ...values })
        .execute()
      return key
    },

    evict: (chestId) => void opened.delete(chestId),
    cachedIds: () => [...opened.keys()],
  }
}
