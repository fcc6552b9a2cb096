import type { Kysely, Transaction } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import type { Keyring, SealingKeys } from '#server/platform/crypto/keyring.ts'
import { engineOf } from '#server/platform/database/engine.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/** Returns the version that seals and its fingerprint, for all nodes; undefined before the first start. */
export const sealingKeyNamed = (
  db: Kysely<Tables>,
): Promise<{ version: number; fingerprint: string } | undefined> =>
  db.selectFrom('sealing_key').select(['version', 'fingerprint']).executeTakeFirst()

/** As `sealingKeyNamed`, with the time since which it seals; null when an older version named it. */
export const sealingKeyState = (db: Kysely<Tables>) =>
  db.selectFrom('sealing_key').select(['version', 'fingerprint', 'since']).executeTakeFirst()

/** Whether a node has the key that the database names, and not just one of its number. */
const has = (keyring: Keyring, named: { version: number; fingerprint: string } | undefined): boolean =>
  named !== undefined &&
  keyring.versions.includes(named.version) &&
  keyring.fingerprint(named.version) === named.fingerprint

/** Returns the refusal of a node that has missed a rotation; it checks its file every few seconds (`key-watch.ts`). */
const outdated = (): Refusal => new Refusal('KEYS_OUTDATED', { retryAfterSeconds: 3 })

/**
 * Returns the keys that seal what is stored: **the only way to get them**. The database names their version, which a
 * rotation changes for all nodes. The row is locked until the transaction ends, so that the rotation finds everything
 * that was sealed under the former version.
 * @throws Refusal KEYS_OUTDATED on a node without that key: it has missed a rotation
 */
export async function sealingKeys(tx: Transaction<Tables>, keyring: Keyring): Promise<SealingKeys> {
  return keysOf(keyring, await holdSealingKey(tx))
}

/** As `sealingKeyNamed`; that key goes on sealing until the transaction ends. */
export const holdSealingKey = (tx: Transaction<Tables>): ReturnType<typeof sealingKeyNamed> =>
  tx
    .selectFrom('sealing_key')
    .select(['version', 'fingerprint'])
    .$if(engineOf(tx) === 'postgres', (query) => query.forShare())
    .executeTakeFirst()

/**
 * Returns the keys that the database names now, for what expires within minutes: tokens, codes and counts that no rotation
 * rewraps. Every node uses the same ones, whatever its key file marks: another node may have lost the former key.
 * @throws Refusal KEYS_OUTDATED on a node without them
 */
export const shortLivedKeys = async (db: Kysely<Tables>, keyring: Keyring): Promise<SealingKeys> =>
  keysOf(keyring, await sealingKeyNamed(db))

function keysOf(keyring: Keyring, named: Awaited<ReturnType<typeof sealingKeyNamed>>): SealingKeys {
  if (!named || !has(keyring, named)) throw outdated()
  return keyring.sealing(named.version)
}

/** Returns the version of the key that the database names. @throws Refusal KEYS_OUTDATED on a node that could not seal now */
export const requireSealingKey = async (db: Kysely<Tables>, keyring: Keyring): Promise<number> =>
  (await shortLivedKeys(db, keyring)).version
