import { appendFileSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely, Transaction } from 'kysely'
import { afterCommit } from '#server/platform/database/after-commit.ts'
import { adapterOf } from '#server/platform/database/engine.ts'
import type { Tables } from '#server/platform/database/tables.ts'

// A row that is put back right after the server withdrew it was there at the last census, and is there at the next one. So
// the server lists the proofs that it withdraws, in a file that a write to the database does not reach, until two censuses
// have looked for them.

const files = new WeakMap<object, string>()
const fileOf = (folder: string): string => join(folder, 'authority.withdrawn')
const formerOf = (folder: string): string => `${fileOf(folder)}.former`

/** Returns what stands for a proof in the files of the data folder: its first eight bytes. */
export const fingerprintOf = (mac: string): bigint => Buffer.from(mac, 'base64url').readBigUInt64BE()

/** Lists what this process withdraws in a data folder. */
export const openWithdrawn = (db: Kysely<Tables>, folder: string): void =>
  void files.set(adapterOf(db), fileOf(folder))

/** Forgets all: the operator begins a new installation. */
export function forgetWithdrawn(folder: string): void {
  for (const file of [fileOf(folder), formerOf(folder)]) rmSync(file, { force: true })
}

/**
 * Lists the proofs of rows that a transaction deletes or changes, once it is committed. Read the rows before that: a trigger may
 * answer for a statement that it sets aside.
 */
export async function withdrawProofs(
  tx: Transaction<Tables>,
  rows: readonly { readonly mac: string | null }[],
): Promise<void> {
  const file = files.get(adapterOf(tx))
  const proofs = rows.flatMap(({ mac }) => (mac !== null && /^[\w-]{43}$/.test(mac) ? [mac] : []))
  if (file === undefined || proofs.length === 0) return
  const bytes = Buffer.concat(proofs.map((mac) => Buffer.from(mac, 'base64url').subarray(0, 8)))
  await afterCommit(tx, () => appendFileSync(file, bytes, { mode: 0o600 }))
}

/** Returns the proofs that were withdrawn since the census before the last one. */
export function withdrawnProofs(folder: string): ReadonlySet<bigint> {
  const proofs = new Set<bigint>()
  for (const file of [fileOf(folder), formerOf(folder)]) {
    const bytes = bytesOf(file)
    for (let at = 0; at + 8 <= bytes.length; at += 8) proofs.add(bytes.readBigUInt64BE(at))
  }
  return proofs
}

/** Begins a new list: what was withdrawn while a census ran is looked for by the next one. */
export function turnWithdrawn(folder: string): void {
  rmSync(formerOf(folder), { force: true })
  if (bytesOf(fileOf(folder)).length > 0) renameSync(fileOf(folder), formerOf(folder))
}

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}

/** Lists the proofs of grants on a chest that a transaction is about to delete or to change. */
export async function withdrawGrants(
  tx: Transaction<Tables>,
  holder: 'user' | 'team',
  chestId: number,
  ids: readonly number[],
): Promise<void> {
  // Kysely has no type for one of several tables, nor for one of several columns.
  const rows = await tx
    .selectFrom(`chest_${holder}_rights` as 'chest_user_rights')
    .select('mac')
    .where('chest_id', '=', chestId)
    .where(`${holder}_id` as 'user_id', 'in', [...ids])
    .execute()
  await withdrawProofs(tx, rows)
}

/** Lists the proofs of sessions that a transaction is about to end: one, or those of a user, but for one. */
export async function withdrawSessions(
  tx: Transaction<Tables>,
  of: { readonly user_id: number } | { readonly id: string },
  kept = '',
): Promise<void> {
  const rows = await tx
    .selectFrom('sessions')
    .select('mac')
    .where((is) => is.and(of))
    .where('id', '<>', kept)
    .execute()
  await withdrawProofs(tx, rows)
}
