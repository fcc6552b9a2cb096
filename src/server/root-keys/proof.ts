import type { Kysely } from 'kysely'
import { keyError } from '#server/platform/crypto/key-error.ts'
import type { Keyring } from '#server/platform/crypto/keyring.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { sealingKeyNamed } from '#server/platform/root-keys/sealing-keys.ts'
import { lastingColumns, opensRow, sealedRows, versionsNamed } from './sealed-columns.ts'

/** The setting that holds the fingerprint of a root key. */
const keyMark = 'root-key.'

/** So many rows of a column are tried before a key is said to be another's: one that is damaged must stop nobody. */
const triedRows = 20

/** Versions of root keys, by what a look at the rows made of them; each list in ascending order. */
export type Judgement = {
  /** Named by rows, and at hand under their number: one of those rows opened. */
  readonly proved: readonly number[]
  /** Named by rows, or as the one that seals, and not at hand. */
  readonly missing: readonly number[]
  /** At hand, but another installation's: they open no row that names them, or have another fingerprint. */
  readonly foreign: readonly number[]
  /** Proved, though the database keeps another fingerprint: that one is wrong. */
  readonly misnamed: readonly number[]
}

/** Whether the database keeps the fingerprint of any root key. */
export async function hasFingerprints(db: Kysely<Tables>): Promise<boolean> {
  return (await fingerprintsKept(db)).size > 0
}

/** The fingerprints of root keys that the database keeps, by version; also those of keys that were retired. */
export async function fingerprintsKept(db: Kysely<Tables>): Promise<Map<number, string>> {
  const rows = await db.selectFrom('settings').selectAll().where('name', 'like', `${keyMark}%`).execute()
  return new Map(rows.map(({ name, value }) => [Number(name.slice(keyMark.length)), value]))
}

/**
 * Keeps the fingerprint of a key, unless there is one: of two nodes at once, one writes and the other compares.
 * @throws KeyError KEYRING_FOREIGN
 */
export async function keepFingerprint(db: Kysely<Tables>, keyring: Keyring, version: number): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name: `${keyMark}${version}`, value: keyring.fingerprint(version) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const kept = (await fingerprintsKept(db)).get(version)
  if (kept !== keyring.fingerprint(version)) throw keyError('KEYRING_FOREIGN', version)
}

/** Puts the fingerprint of a key in the place of a wrong one: for keys that were proved. */
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
 * Names the key that seals from now on, for all nodes at one moment. It waits for the transactions that seal under the
 * former one: what these sealed is there to be moved afterwards.
 * @returns false where that key sealed already
 * @throws KeyError KEYRING_FOREIGN when the database knows another key of that number
 */
export const activateSealingKey = (db: Kysely<Tables>, keyring: Keyring, version: number): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('sealing_key')
      .set({ version, fingerprint: keyring.fingerprint(version) })
      .where('version', '<>', version)
      .executeTakeFirst()
    await keepFingerprint(tx, keyring, version)
    return numUpdatedRows > 0n
  })

/** Puts the fingerprint of the key that seals right, or names another one that was proved where it is at hand no more. */
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
    .execute()
}

/**
 * Compares keys with what the database holds, by opening some of the rows that name each version. Writes nothing.
 * Only what nothing brings back is judged by: a mail that waits under a lost key is no reason not to start.
 */
export async function judgeKeys(db: Kysely<Tables>, keyring: Keyring): Promise<Judgement> {
  const kept = await fingerprintsKept(db)
  const sealing = await sealingKeyNamed(db)
  const named = new Set<number>()
  for (const name of lastingColumns) for (const version of await versionsNamed(db, name)) named.add(version)
  const judgement = { proved: [] as number[], missing: [] as number[], foreign: [] as number[] }
  const misnamed: number[] = []
  const versions = [
    ...new Set([...named, ...keyring.versions, ...(sealing ? [sealing.version] : [])]),
  ].toSorted((one, other) => one - other)
  for (const version of versions) {
    if (!keyring.versions.includes(version)) judgement.missing.push(version)
    else {
      const fingerprints = [kept.get(version), sealing?.version === version ? sealing.fingerprint : undefined]
      const isSame = fingerprints.every((one) => one === undefined || one === keyring.fingerprint(version))
      const tried = named.has(version) ? await tryRows(db, keyring, version) : 'none'
      if (tried === 'opened') {
        judgement.proved.push(version)
        if (!isSame) misnamed.push(version)
      } else if (tried === 'closed' || !isSame) judgement.foreign.push(version)
    }
  }
  return { ...judgement, misnamed }
}

/** Whether one of the rows that name a version opens; `none` where a rotation has just moved them all. */
async function tryRows(
  db: Kysely<Tables>,
  keyring: Keyring,
  version: number,
): Promise<'opened' | 'closed' | 'none'> {
  let outcome: 'closed' | 'none' = 'none'
  for (const name of lastingColumns) {
    const rows = await sealedRows(db, name, { under: version, limit: triedRows })
    if (rows.some((row) => opensRow(keyring, name, row))) return 'opened'
    if (rows.length > 0) outcome = 'closed'
  }
  return outcome
}

/**
 * Makes sure that root keys are this installation's, before they are taken up: each version that a row names must be
 * at hand and open it. A backup and a key file of different times, or of different installations, are told here; so is
 * a second node that made keys of its own. The fingerprint of a key is kept once it is proved, or when it is the first
 * key of an installation that holds nothing yet.
 * @throws KeyError KEYRING_INCOMPLETE, KEYRING_FOREIGN, KEYRING_MISNAMED; nothing was written then
 */
export async function confirmKeys({ db }: { readonly db: Kysely<Tables> }, keyring: Keyring): Promise<void> {
  const { proved, missing, foreign, misnamed } = await judgeKeys(db, keyring)
  const [firstMissing, firstForeign, firstMisnamed] = [missing[0], foreign[0], misnamed[0]]
  if (firstMissing !== undefined) throw keyError('KEYRING_INCOMPLETE', firstMissing)
  if (firstForeign !== undefined) throw keyError('KEYRING_FOREIGN', firstForeign)
  if (firstMisnamed !== undefined) throw keyError('KEYRING_MISNAMED', firstMisnamed)
  const kept = await fingerprintsKept(db)
  const first = proved.length === 0 && kept.size === 0 ? [keyring.active] : []
  for (const version of [...proved, ...first])
    if (!kept.has(version)) await keepFingerprint(db, keyring, version)
  if (await sealingKeyNamed(db)) return
  // The first start, or the first one of a version that keeps it here. A key that proved nothing yet seals nothing yet.
  const mayBeFirst = proved.length === 0 || proved.includes(keyring.active) || kept.has(keyring.active)
  const version = mayBeFirst ? keyring.active : Math.max(...proved)
  await db
    .insertInto('sealing_key')
    .values({ id: 1, version, fingerprint: keyring.fingerprint(version) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
