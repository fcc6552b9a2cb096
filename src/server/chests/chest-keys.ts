import type { Kysely } from 'kysely'
import { Refusal } from '#domain/refusals.ts'
import type { LocatedChest } from '../access/locate.ts'
import { unwrapChestKey, wrapChestKey } from '../crypto/chest-key.ts'
import { newKey, type DataKey } from '../crypto/data-key.ts'
import { asSealed } from '../crypto/envelope.ts'
import type { SealPlace } from '../crypto/place.ts'
import type { Tables } from '../database/tables.ts'
import type { Deps } from '../deps.ts'

/** Opens and makes the keys of chests. An open key stays in memory, the least recently used one leaves first. */
export type ChestKeys = {
  /** The key that a chest's content is sealed under. @throws Refusal CHEST_LOCKED for a guardian chest. */
  open(db: Kysely<Tables>, chest: Pick<LocatedChest, 'id' | 'guardian' | 'keyVersion'>): Promise<DataKey>
  /** Draws the key of a new ordinary chest and stores it wrapped under the active root key. */
  create(tx: Kysely<Tables>, chestId: number): Promise<DataKey>
  /** Forgets a chest's open keys: it was destroyed or its key changed. */
  forget(chestId: number): void
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

export function createChestKeys({ keys }: Pick<Deps, 'keys'>): ChestKeys {
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

  return {
    async open(db, chest) {
      if (chest.guardian) throw new Refusal('CHEST_LOCKED')
      const kept = opened.get(chest.id)
      if (kept?.version === chest.keyVersion) return kept
      const row = await db
        .selectFrom('chest_keys')
        .select(['wrapped', 'root_version'])
        .where('chest_id', '=', chest.id)
        .where('version', '=', chest.keyVersion)
        .executeTakeFirstOrThrow()
      const root = keys.keyring.root(row.root_version)
      const place = placeOfChestKey(chest.id, chest.keyVersion)
      return keep(chest.id, unwrapChestKey(root, place, asSealed(row.wrapped)))
    },

    async create(tx, chestId) {
      const key = newKey(1)
      const root = keys.keyring.root()
      await tx
        .insertInto('chest_keys')
        .values({
          chest_id: chestId,
          version: key.version,
          root_version: root.version,
          wrapped: wrapChestKey(root, placeOfChestKey(chestId, key.version), key),
          salt: null,
        })
        .execute()
      return key
    },

    forget: (chestId) => void opened.delete(chestId),
  }
}
