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
 * What derives from the installation's key of figures: 32 random bytes that are drawn once, and wrapped under the root
 * key. It outlives rotations, as marks under another key would be marks of other passwords.
 */
export type FiguresKey = {
  /** HMAC-SHA256 of passwords, of which the first 8 bytes are the mark. */
  readonly marks: KeyObject
  /** Seals the indicators that are kept day by day. */
  readonly kept: DataKey
}

const name = 'figures'
/** Where a key of the installation stands. */
export const placeOfInstallationKey = (field: string): SealPlace => ({
  table: 'installation_keys',
  rowId: 0,
  field,
  parentId: 0,
  revision: 0,
})

/** Finds the key, and draws it at the first need of the installation: two nodes at once end up with the same one. */
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

/** Lets go of a key that nothing opens any more, and of the days that are sealed under it: both begin anew. */
export async function dropFiguresKey(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('kept_figures').execute()
  await db.deleteFrom('chest_summaries').execute()
  await db.deleteFrom('installation_keys').where('name', '=', name).execute()
}

/** The mark of a password: the same for equal ones, and saying nothing of them without the key. */
export function markOf(
  { marks }: Pick<FiguresKey, 'marks'>,
  password: string,
): { high: number; low: number } {
  const digest = createHmac('sha256', marks).update(password, 'utf8').digest()
  return { high: digest.readUInt32BE(0), low: digest.readUInt32BE(4) }
}
