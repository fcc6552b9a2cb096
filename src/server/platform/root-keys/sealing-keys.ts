import type { Kysely, Transaction } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import type { Keyring, SealingKeys } from '#server/platform/crypto/keyring.ts'
import { engineOf } from '#server/platform/database/engine.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/** The version that seals and its fingerprint, as the database says for all nodes; undefined before the first start. */
export const sealingKeyNamed = (
  db: Kysely<Tables>,
): Promise<{ version: number; fingerprint: string } | undefined> =>
  db.selectFrom('sealing_key').select(['version', 'fingerprint']).executeTakeFirst()

/** Whether a node has the key that the database names, and not just one of its number. */
const has = (keyring: Keyring, named: { version: number; fingerprint: string } | undefined): boolean =>
  named !== undefined &&
  keyring.versions.includes(named.version) &&
  keyring.fingerprint(named.version) === named.fingerprint

/** A node that has missed a rotation is told every few seconds whether its file changed (`key-watch.ts`). */
const outdated = (): Refusal => new Refusal('KEYS_OUTDATED', { retryAfterSeconds: 3 })

/**
 * The keys that seal in a transaction: **the one way to them**. Which version that is stands in the database, where a
 * rotation changes it for all nodes at one moment. The row is held until the transaction ends, so that what is sealed
 * under a version is there to be found when the rotation looks for what that version sealed.
 * @throws Refusal KEYS_OUTDATED on a node that does not have that key: it has missed a rotation
 */
export async function sealingKeys(tx: Transaction<Tables>, keyring: Keyring): Promise<SealingKeys> {
  const named = await tx
    .selectFrom('sealing_key')
    .select(['version', 'fingerprint'])
    .$if(engineOf(tx) === 'postgres', (query) => query.forShare())
    .executeTakeFirst()
  if (!named || !has(keyring, named)) throw outdated()
  return keyring.sealing(named.version)
}

/** @throws Refusal KEYS_OUTDATED on a node that could not seal now */
export async function requireSealingKey(db: Kysely<Tables>, keyring: Keyring): Promise<void> {
  if (!has(keyring, await sealingKeyNamed(db))) throw outdated()
}
