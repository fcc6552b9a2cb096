import type { Kysely, Transaction } from 'kysely'
import { unwrapKey, wrapKey } from '#server/platform/crypto/chest-key.ts'
import { newKey, type DataKey } from '#server/platform/crypto/data-key.ts'
import { asSealed, keyVersionOf } from '#server/platform/crypto/envelope.ts'
import type { Keyring } from '#server/platform/crypto/keyring.ts'
import type { SealPlace } from '#server/platform/crypto/place.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { sealingKeys } from './sealing-keys.ts'

/** Keys of 32 random bytes, each generated once and wrapped under the root key; rotations rewrap them. */
export const installationKeyNames = ['figures', 'journal', 'authority'] as const
export type InstallationKeyName = (typeof installationKeyNames)[number]

/** Returns the seal place of a key of the installation. */
export const placeOfInstallationKey = (field: string): SealPlace => ({
  table: 'installation_keys',
  rowId: 0,
  field,
  parentId: 0,
  revision: 0,
})

/** Returns a key of the installation; null before its first use. @throws SealError if the root keys do not unwrap it */
export async function storedInstallationKey(
  db: Kysely<Tables>,
  keyring: Keyring,
  name: InstallationKeyName,
): Promise<DataKey | null> {
  const row = await db
    .selectFrom('installation_keys')
    .select('wrapped')
    .where('name', '=', name)
    .executeTakeFirst()
  if (!row) return null
  const wrapped = asSealed(row.wrapped)
  return unwrapKey(keyring.root(keyVersionOf(wrapped)), placeOfInstallationKey(name), wrapped)
}

/**
 * Generates a key of the installation unless there is one, and returns it. Two nodes that do so concurrently get the same
 * key.
 */
export async function drawInstallationKey(
  tx: Transaction<Tables>,
  keyring: Keyring,
  name: InstallationKeyName,
): Promise<DataKey> {
  const { root } = await sealingKeys(tx, keyring)
  await tx
    .insertInto('installation_keys')
    .values({ name, wrapped: wrapKey(root, placeOfInstallationKey(name), newKey()) })
    .onConflict((taken) => taken.doNothing())
    .execute()
  const key = await storedInstallationKey(tx, keyring, name)
  if (!key) throw new Error(`the key of ${name} was not kept`)
  return key
}

/** Deletes a key of the installation that nothing can unwrap any more; the next use generates another. */
export async function dropInstallationKey(db: Kysely<Tables>, name: InstallationKeyName): Promise<void> {
  await db.deleteFrom('installation_keys').where('name', '=', name).execute()
}
