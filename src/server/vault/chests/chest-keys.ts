import type { Kysely, Transaction } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import type { LocatedChest } from '#server/access/locate.ts'
import { unwrapChestKey, wrapChestKey } from '#server/platform/crypto/chest-key.ts'
import { newKey, type ChestKey, type DataKey } from '#server/platform/crypto/data-key.ts'
import { asSealed } from '#server/platform/crypto/envelope.ts'
import { kekOf, unwrapFormerKey, wrapGuardianKey } from '#server/platform/crypto/master-key.ts'
import type { SealPlace } from '#server/platform/crypto/place.ts'
import { SealError } from '#server/platform/crypto/seal-error.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { sealingKeys } from '#server/platform/root-keys/sealing-keys.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'

/** What a chest's key is asked for by: its state, and what opens it for this request if it is a guardian chest. */
export type KeyedChest = Pick<LocatedChest, 'id' | 'guardian' | 'keyVersion' | 'formerKeyVersion' | 'unlock'>

/** The master key of a new guardian chest, stretched; its bytes are wiped by the first use. */
export type NewLock = { readonly salt: Uint8Array; readonly stretched: Buffer }

export const firstLockVersion = 1

/**
 * Opens and makes the keys of chests; **the one way to content**, of ordinary and guardian chests alike.
 *
 * A handler gives `open` the chest that it was given (`request.chest`): for a guardian chest it carries what the
 * request's handle opened. Who reads several chests at once (search, favourites) asks `request.unlocks()` for the
 * guardian chests that the request's handles open, and gives each chest its own: `{ ...chest, unlock: unlocks.get(id)
 * ?? null }`; a locked one is left out, or shown without anything of its content. The keys of ordinary chests stay in
 * memory, the least recently used one leaves first; those of guardian chests never do.
 */
export type ChestKeys = {
  /** The key that a chest's content is sealed under. @throws Refusal CHEST_LOCKED for a guardian chest not opened. */
  open(db: Kysely<Tables>, chest: KeyedChest): Promise<ChestKey>
  /** Draws the key of a new chest and stores it wrapped: under the root key that seals, and its master key if it has one. */
  create(tx: Transaction<Tables>, chestId: number, lock?: NewLock | null): Promise<DataKey>
  /** Forgets a chest's open keys: it was destroyed or its key changed. */
  forget(chestId: number): void
  /** The chests whose keys are in memory. */
  kept(): number[]
}

/** Where a chest's wrapped key stands; rotation rewraps at the same place. */
export const placeOfChestKey = (chestId: number, version: number): SealPlace => ({
  table: 'chest_keys',
  rowId: chestId,
  field: 'wrapped',
  parentId: chestId,
  revision: version,
})

const keptKeys = 2_000

export function createChestKeys({ keys }: Pick<PlatformDeps, 'keys'>): ChestKeys {
  const opened = new Map<number, DataKey>()
  const keep = (chestId: number, key: DataKey): DataKey => {
    opened.delete(chestId)
    opened.set(chestId, key)
    if (opened.size > keptKeys) {
      const [oldest] = opened.keys()
      if (oldest !== undefined) opened.delete(oldest)
    }
    return key
  }

  const rowOf = (db: Kysely<Tables>, chestId: number, version: number) =>
    db
      .selectFrom('chest_keys')
      .select(['wrapped', 'root_version'])
      .where('chest_id', '=', chestId)
      .where('version', '=', version)
      .executeTakeFirst()

  const openOrdinary = async (db: Kysely<Tables>, { id, keyVersion }: KeyedChest): Promise<DataKey> => {
    const kept = opened.get(id)
    if (kept?.version === keyVersion) return kept
    const row = await rowOf(db, id, keyVersion)
    if (!row) throw new Refusal('CHEST_NOT_FOUND')
    try {
      const root = keys.keyring.root(row.root_version)
      return keep(id, unwrapChestKey(root, placeOfChestKey(id, keyVersion), asSealed(row.wrapped)))
    } catch (error) {
      // It got a master key since the request found it.
      if (error instanceof SealError && error.code === 'FORMAT') throw new Refusal('CHEST_LOCKED')
      throw error
    }
  }

  return {
    async open(db, chest) {
      const { id, guardian, keyVersion, formerKeyVersion, unlock } = chest
      if (guardian && unlock?.key.version !== keyVersion) throw new Refusal('CHEST_LOCKED')
      const key = guardian && unlock ? unlock.key : await openOrdinary(db, chest)
      const former = formerKeyVersion === null ? undefined : await rowOf(db, id, formerKeyVersion)
      // Gone: all is sealed under the present key by now.
      if (formerKeyVersion === null || !former) return key
      const root = keys.keyring.root(former.root_version)
      const place = placeOfChestKey(id, formerKeyVersion)
      return { ...key, former: unwrapFormerKey(root, key, place, asSealed(former.wrapped)) }
    },

    async create(tx, chestId, lock = null) {
      const key = newKey(1)
      const { root } = await sealingKeys(tx, keys.keyring)
      const place = placeOfChestKey(chestId, key.version)
      await tx
        .insertInto('chest_keys')
        .values({
          chest_id: chestId,
          version: key.version,
          root_version: root.version,
          wrapped: lock
            ? wrapGuardianKey(root, kekOf(lock.stretched, { chestId, version: firstLockVersion }), place, key)
            : wrapChestKey(root, place, key),
          salt: lock?.salt ?? null,
        })
        .execute()
      return key
    },

    forget: (chestId) => void opened.delete(chestId),
    kept: () => [...opened.keys()],
  }
}
