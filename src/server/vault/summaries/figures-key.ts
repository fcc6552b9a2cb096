import { createHmac, type KeyObject } from 'node:crypto'
import type { Kysely } from 'kysely'
import { unwrapKey, wrapKey } from '#server/platform/crypto/chest-key.ts'
import { dataKeyFrom, newKey, type DataKey } from '#server/platform/crypto/data-key.ts'
import { asSealed, keyVersionOf } from '#server/platform/crypto/envelope.ts'
import { hkdf } from '#server/platform/crypto/hkdf.ts'
import type { Keyring } from '#server/platform/crypto/keyring.ts'
import type { SealPlace } from '#server/platform/crypto/place.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { sealingKeys } from '#server/platform/root-keys/sealing-keys.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'

/**
 * Keys derived from the installation's key of figures: 32 random bytes, generated once and wrapped under the
 * root key. The key survives rotations, because marks under another key would not match.
 */
export type FiguresKey = {
  /** HMAC-SHA256 of passwords, of which the first 8 bytes are the mark. */
  readonly marks: KeyObject
  /** Seals the indicators stored each day. */
  readonly kept: DataKey
}

const name = 'figures'
/** Returns the seal place of a key of the installation. */
export const placeOfInstallationKey = (field: string): SealPlace => ({
  table: 'installation_keys',
  rowId: 0,
  field,
  parentId: 0,
  revision: 0,
})

/**
 * Returns a function that reads the key, and generates it at first use. Two nodes that do so concurrently get
 * the same key.
 */
export function createFiguresKeys({
  db,
  keys,
}: Pick<PlatformDeps, 'db' | 'keys'>): () => Promise<FiguresKey> {
  let known: FiguresKey | undefined
  return async () => {
    known ??= derived((await storedKey(db, keys.keyring)) ?? (await drawnKey(db, keys.keyring)))
    return known
  }
}

const readRow = (db: Kysely<Tables>) =>
  db.selectFrom('installation_keys').select('wrapped').where('name', '=', name).executeTakeFirst()

async function storedKey(db: Kysely<Tables>, keyring: Keyring): Promise<DataKey | null> {
  const row = await readRow(db)
  if (!row) return null
  const wrapped = asSealed(row.wrapped)
  return unwrapKey(keyring.root(keyVersionOf(wrapped)), placeOfInstallationKey(name), wrapped)
}

async function drawnKey(db: Kysely<Tables>, keyring: Keyring): Promise<DataKey> {
  await db.transaction().execute(async (tx) => {
    const { root } = await sealingKeys(tx, keyring)
    await tx
      .insertInto('installation_keys')
      .values({ name, wrapped: wrapKey(root, placeOfInstallationKey(name), newKey()) })
      .onConflict((taken) => taken.doNothing())
      .execute()
  })
  const key = await storedKey(db, keyring)
  if (!key) throw new Error('the key of figures was not kept')
  return key
}

function derived(key: DataKey): FiguresKey {
  const marks = dataKeyFrom(key.version, hkdf(key.key, 'trousseau|figures|marks'))
  const kept = dataKeyFrom(key.version, hkdf(key.key, 'trousseau|figures|kept'))
  return { marks: marks.key, kept }
}

/** Deletes a key that nothing can unwrap any more, and the data sealed under it. Both start again. */
export async function dropFiguresKey(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('kept_figures').execute()
  await db.deleteFrom('chest_summaries').execute()
  await db.deleteFrom('installation_keys').where('name', '=', name).execute()
}

/** Returns the mark of a password: equal for equal passwords, and revealing nothing without the key. */
export function markOf(
  { marks }: Pick<FiguresKey, 'marks'>,
  password: string,
): { high: number; low: number } {
  const digest = createHmac('sha256', marks).update(password, 'utf8').digest()
  return { high: digest.readUInt32BE(0), low: digest.readUInt32BE(4) }
}
