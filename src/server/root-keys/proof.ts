import { sql, type Kysely } from 'kysely'
import { keyError } from '#server/platform/crypto/key-error.ts'
import type { Keyring } from '#server/platform/crypto/keyring.ts'
import { engineOf } from '#server/platform/database/engine.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { nodesWithout, nowOf } from '#server/platform/root-keys/nodes.ts'
import { sealingKeyNamed } from '#server/platform/root-keys/sealing-keys.ts'
import { permanentColumns, unsealsRow, sealedRows, versionsNamed } from './sealed-columns.ts'

/** The prefix of the settings with the fingerprints of root keys. */
const keyMark = 'root-key.'

/**
 * How many rows of a column are tried before a key counts as foreign: one damaged row must not stop the
 * start.
 */
const triedRows = 20

/** Versions of root keys by the result of the verification; each list in ascending order. */
export type KeyVerdict = {
  /** Named by rows, and loaded under their number: one of those rows was unsealed. */
  readonly proved: readonly number[]
  /** Named by rows, or as the sealing key, and not loaded. */
  readonly missing: readonly number[]
  /** Loaded, but of another installation: they unseal no row that names them, or have another fingerprint. */
  readonly foreign: readonly number[]
  /** Proved, though the database stores another fingerprint, which is wrong. */
  readonly misnamed: readonly number[]
}

/** Returns the stored fingerprints of root keys by version, those of retired keys included. */
export async function storedFingerprints(db: Kysely<Tables>): Promise<Map<number, string>> {
  const rows = await db.selectFrom('settings').selectAll().where('name', 'like', `${keyMark}%`).execute()
  return new Map(rows.map(({ name, value }) => [Number(name.slice(keyMark.length)), value]))
}

/**
 * Stores the fingerprint of a key, unless there is one. Of two nodes concurrently, one writes it and the
 * other compares.
 * @throws KeyError KEYRING_FOREIGN
 */
export async function storeFingerprint(db: Kysely<Tables>, keyring: Keyring, version: number): Promise<void> {
  const value = keyring.fingerprint(version)
  await db
    .insertInto('settings')
    .values({ name: `${keyMark}${version}`, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  if ((await storedFingerprints(db)).get(version) !== value) throw keyError('KEYRING_FOREIGN', version)
}

/** Replaces the wrong fingerprint of a key that was proved. */
export async function correctFingerprint(
  db: Kysely<Tables>,
  keyring: Keyring,
  version: number,
): Promise<void> {
  const value = keyring.fingerprint(version)
  await db
    .insertInto('settings')
    .values({ name: `${keyMark}${version}`, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/**
 * Names the sealing key for all nodes at once. It waits for the transactions that seal under the former key,
 * so that a later rewrap finds what they sealed, and for nodes that are recording themselves.
 * @returns false, nothing being changed, while a recorded node lacks that key
 * @throws KeyError KEYRING_FOREIGN when the database knows another key of that number
 */
export const activateSealingKey = (db: Kysely<Tables>, keyring: Keyring, version: number): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    if (engineOf(tx) === 'postgres') {
      // A node that stopped within a transaction holds its lock for longer than a statement may wait.
      await sql`set local lock_timeout = 0`.execute(tx)
      await sql`set local statement_timeout = 0`.execute(tx)
      await tx.selectFrom('sealing_key').select('id').forUpdate().execute()
    }
    if ((await nodesWithout(tx, keyring, version)).length > 0) return false
    await tx
      .updateTable('sealing_key')
      .set({ version, fingerprint: keyring.fingerprint(version), since: nowOf(tx) })
      .execute()
    await storeFingerprint(tx, keyring, version)
    return true
  })

/**
 * Corrects the fingerprint of the sealing key, or names a proved one when the sealing key is no longer
 * loaded.
 */
export async function correctSealingKey(
  db: Kysely<Tables>,
  keyring: Keyring,
  proved: readonly number[],
): Promise<void> {
  const named = await sealingKeyNamed(db)
  if (!named) return
  const version = keyring.versions.includes(named.version) ? named.version : Math.max(...proved)
  await db
    .updateTable('sealing_key')
    .set({ version, fingerprint: keyring.fingerprint(version) })
    // A rotation may have named another key since it was read.
    .where('version', '=', named.version)
    .execute()
}

/**
 * Verifies keys against the database by unsealing some of the rows that name each version. Writes nothing.
 * Only columns that cannot be regenerated count: a mail queued under a lost key must not prevent a start.
 */
export async function verifyKeys(db: Kysely<Tables>, keyring: Keyring): Promise<KeyVerdict> {
  const kept = await storedFingerprints(db)
  const sealing = await sealingKeyNamed(db)
  const named = new Set<number>()
  for (const name of permanentColumns) for (const version of await versionsNamed(db, name)) named.add(version)
  const verdict = { proved: [] as number[], missing: [] as number[], foreign: [] as number[] }
  const misnamed: number[] = []
  const versions = [
    ...new Set([...named, ...keyring.versions, ...(sealing ? [sealing.version] : [])]),
  ].toSorted((one, other) => one - other)
  for (const version of versions) {
    if (!keyring.versions.includes(version)) verdict.missing.push(version)
    else {
      const fingerprints = [kept.get(version), sealing?.version === version ? sealing.fingerprint : undefined]
      const isSame = fingerprints.every((one) => one === undefined || one === keyring.fingerprint(version))
      const tried = named.has(version) ? await tryRows(db, keyring, version) : 'none'
      if (tried === 'opened') {
        verdict.proved.push(version)
        if (!isSame) misnamed.push(version)
      } else if (tried === 'closed' || !isSame) verdict.foreign.push(version)
    }
  }
  return { ...verdict, misnamed }
}

/**
 * Whether one of the rows that name a version can be unsealed; `none` when a rotation has just rewrapped them
 * all.
 */
async function tryRows(
  db: Kysely<Tables>,
  keyring: Keyring,
  version: number,
): Promise<'opened' | 'closed' | 'none'> {
  let outcome: 'closed' | 'none' = 'none'
  for (const name of permanentColumns) {
    const rows = await sealedRows(db, name, { under: version, limit: triedRows })
    if (rows.some((row) => unsealsRow(keyring, name, row))) return 'opened'
    if (rows.length > 0) outcome = 'closed'
  }
  return outcome
}

/**
 * Verifies that root keys belong to this installation, before they are used: each version that a row names
 * must be loaded and unseal it. This detects a backup and a key file of different times or installations, and
 * a second node that created its own keys. The fingerprint of a key is stored once it is proved, or when it
 * is the first key of an empty installation.
 * @throws KeyError KEYRING_INCOMPLETE, KEYRING_FOREIGN, KEYRING_MISNAMED; nothing was written then
 */
export async function confirmKeys({ db }: { readonly db: Kysely<Tables> }, keyring: Keyring): Promise<void> {
  const { proved, missing, foreign, misnamed } = await verifyKeys(db, keyring)
  const [firstMissing, firstForeign, firstMisnamed] = [missing[0], foreign[0], misnamed[0]]
  if (firstMissing !== undefined) throw keyError('KEYRING_INCOMPLETE', firstMissing)
  if (firstForeign !== undefined) throw keyError('KEYRING_FOREIGN', firstForeign)
  if (firstMisnamed !== undefined) throw keyError('KEYRING_MISNAMED', firstMisnamed)
  const kept = await storedFingerprints(db)
  const first = proved.length === 0 && kept.size === 0 ? [keyring.active] : []
  for (const version of [...proved, ...first])
    if (!kept.has(version)) await storeFingerprint(db, keyring, version)
  if (await sealingKeyNamed(db)) return
  // The first start, or the first of a version that stores the sealing key. A key that proved nothing seals
  // nothing yet.
  const mayBeFirst = proved.length === 0 || proved.includes(keyring.active) || kept.has(keyring.active)
  const version = mayBeFirst ? keyring.active : Math.max(...proved)
  await db
    .insertInto('sealing_key')
    .values({ id: 1, version, fingerprint: keyring.fingerprint(version), since: nowOf(db) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
