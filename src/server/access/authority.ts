import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { KeyObject } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { userStates } from '#domain/platform/roles.ts'
import { dataKeyFrom, type DataKey } from '#server/platform/crypto/data-key.ts'
import { hkdf } from '#server/platform/crypto/hkdf.ts'
import { keyError } from '#server/platform/crypto/key-error.ts'
import type { Keyring } from '#server/platform/crypto/keyring.ts'
import { adapterOf } from '#server/platform/database/engine.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import {
  drawInstallationKey,
  dropInstallationKey,
  storedInstallationKey,
} from '#server/platform/root-keys/installation-keys.ts'
import { writeMarks } from './first-marks.ts'
import {
  isEqual,
  isProved,
  keyColumns,
  macOf,
  nameOfRow,
  provedColumns,
  provedTables,
  type Proof,
  type ProvedFields,
  type ProvedTable,
  type StoredProof,
} from './proved-rows.ts'

/**
 * The keys that prove rows, and who is told of a row that proves nothing: by the adapter that a database shares with its
 * transactions, since each query of a feature has one of them at hand.
 */
const keys = new WeakMap<object, KeyObject>()
const tellers = new WeakMap<object, (row: string) => void>()

function keyOf(db: Kysely<Tables>): KeyObject {
  const key = keys.get(adapterOf(db))
  if (!key) throw new Error('the rows of this database cannot be proved: its keys are not loaded')
  return key
}

/** Returns the proof of a row that the server writes. */
export function proofOfRow<Table extends ProvedTable>(
  db: Kysely<Tables>,
  table: Table,
  row: ProvedFields<Table>,
  at: number,
): Proof {
  return { mac: macOf(keyOf(db), table, row, at), mac_at: at }
}

/**
 * Whether the server has written a row, and it is the one that was asked for. One that it has not written is told, and counts
 * for nothing.
 * @param asked the fields by which the query found it: a table that somebody replaced by a view may answer another row
 */
export function isGenuine<Table extends ProvedTable>(
  db: Kysely<Tables>,
  table: Table,
  row: ProvedFields<Table> & StoredProof,
  asked: Partial<ProvedFields<Table>>,
): boolean {
  const isAsked = (Object.keys(asked) as (keyof typeof asked)[]).every((field) =>
    isEqual(row[field as keyof ProvedFields<Table>], asked[field]),
  )
  if (isAsked && isProved(keyOf(db), table, row)) return true
  tellForged(db, nameOfRow(table, row))
  return false
}

/** Tells a row that the server did not write, or wrote for another time or place. */
export const tellForged = (db: Kysely<Tables>, row: string): void => tellers.get(adapterOf(db))?.(row)

/** What a user's row says who may sign in. */
export const activeUser = { state_id: userStates.active, deleted_at: null } as const

/** Calls a function for each row that is read and proves nothing. */
export function onForgedRow(db: Kysely<Tables>, tell: (row: string) => void): void {
  tellers.set(adapterOf(db), tell)
}

/** The columns of a table that `isGenuine` needs. */
export const proofColumns = <Table extends ProvedTable>(table: Table) =>
  [...provedColumns[table], 'mac', 'mac_at'] as const

/** The same of a user, for a query that names the table `u`. */
export const userProof = proofColumns('users').map((column) => `u.${column}` as const)

/**
 * Beside the database: whether this folder has served accounts. Then no row without a proof is ever given one, and nobody becomes
 * the first user.
 */
const markOf = (folder: string): string => join(folder, 'authority.proved')

/** Whether this folder has served accounts, whatever the database says now. */
export const hadAccounts = (folder: string): boolean => existsSync(markOf(folder))

/** Notes that this folder has served accounts. */
export const markAccounts = (folder: string): void => writeFileSync(markOf(folder), '', { mode: 0o600 })

/** Forgets it: the operator begins a new installation. */
export const forgetAccounts = (folder: string): void => rmSync(markOf(folder), { force: true })

/**
 * Makes the key of the proofs of a database available to all its queries. In a database that has none yet, it generates the
 * key and proves the rows that are there; that happens once.
 * @throws KeyError AUTHORITY_LOST, ACCOUNTS_LOST when the key or all accounts are gone from a database that had them
 */
export async function openAuthority(
  db: Kysely<Tables>,
  keyring: Keyring,
  { dataFolder, now }: { dataFolder: string; now: number },
): Promise<void> {
  if (keys.has(adapterOf(db))) return
  let stored = await storedInstallationKey(db, keyring, 'authority')
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  // Otherwise whoever deletes the key or the accounts would have every forged row proved.
  if (hadAccounts(dataFolder)) {
    if (!user) throw keyError('ACCOUNTS_LOST', markOf(dataFolder))
    if (!stored) throw keyError('AUTHORITY_LOST', markOf(dataFolder))
  }
  if (!stored) {
    stored = await db.transaction().execute(async (tx) => {
      const drawn = await drawInstallationKey(tx, keyring, 'authority')
      await writeMarks(tx)
      await proveWith(tx, derived(drawn), provedTables, now)
      return drawn
    })
  }
  if (user) markAccounts(dataFolder)
  keys.set(adapterOf(db), derived(stored))
}

const derived = ({ version, key }: DataKey): KeyObject =>
  dataKeyFrom(version, hkdf(key, 'trousseau|authority|rows')).key

/** Proves all rows that have no proof, as the first start does: for databases that tests and benches write themselves. */
export async function proveRows(tx: Transaction<Tables>, now: number): Promise<void> {
  await writeMarks(tx)
  await proveWith(tx, keyOf(tx), provedTables, now)
}

async function proveWith(
  tx: Transaction<Tables>,
  key: KeyObject,
  tables: readonly ProvedTable[],
  now: number,
): Promise<void> {
  for (const name of tables) {
    // Kysely has no type for one of several tables.
    const table = name as 'users'
    const rows = await tx.selectFrom(table).select(proofColumns(table)).where('mac', 'is', null).execute()
    for (const row of rows)
      await tx
        .updateTable(table)
        .set({ mac: macOf(key, table, row, now), mac_at: now })
        .where((is) => is.and(Object.fromEntries(keyColumns(table).map((column) => [column, row[column]]))))
        .execute()
  }
}

/**
 * Deletes a key that nothing can unwrap any more, and all proofs under it. The next start refuses to prove the rows again, until
 * the operator says that they are right.
 */
export async function dropAuthorityKey(tx: Transaction<Tables>): Promise<void> {
  for (const table of provedTables) await tx.updateTable(table).set({ mac: null, mac_at: null }).execute()
  await dropInstallationKey(tx, 'authority')
}
