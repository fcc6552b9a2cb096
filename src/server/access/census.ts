import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'
import { isGenuine, proofColumns, tellForged } from './authority.ts'
import { markLists } from './first-marks.ts'
import { marksAs } from './marks.ts'
import { keyColumns, nameOfRow, provedTables, type ProvedTable } from './proved-rows.ts'
import { fingerprintOf, forgetWithdrawn, turnWithdrawn, withdrawnProofs } from './withdrawn.ts'

const limits = {
  /** Rows that are read and verified at once. */
  batch: 500,
  /** So long may a transaction last, and the clocks of nodes differ, in milliseconds. */
  lateMs: 120_000,
  /** More rows than these are told as one: an older database was put back. */
  told: 20,
} as const

/** The proofs that were there, by the first eight bytes of each, and when they were read. */
type Census = { readonly at: number; readonly proofs: ReadonlySet<bigint> }

const fileOf = (folder: string): string => join(folder, 'authority.census')

/** Forgets what was there: the operator begins a new installation. */
export const forgetCensus = (folder: string): void => rmSync(fileOf(folder), { force: true })

function readCensus(folder: string): Census | null {
  try {
    const bytes = readFileSync(fileOf(folder))
    // A loss of power may leave the file empty.
    if (bytes.length < 8) return null
    const proofs = new Set<bigint>()
    for (let at = 8; at + 8 <= bytes.length; at += 8) proofs.add(bytes.readBigUInt64BE(at))
    return { at: Number(bytes.readBigUInt64BE()), proofs }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function writeCensus(folder: string, { at, proofs }: Census): void {
  const bytes = Buffer.alloc(8 * (proofs.size + 1))
  bytes.writeBigUInt64BE(BigInt(at))
  let place = 8
  for (const proof of proofs) place = bytes.writeBigUInt64BE(proof, place)
  writeFileSync(`${fileOf(folder)}.new`, bytes, { mode: 0o600 })
  renameSync(`${fileOf(folder)}.new`, fileOf(folder))
}

/**
 * Verifies every proved row, whether anybody reads it or not, and tells those that the server did not write, links that the
 * lists of marks do not have, and rows that this node withdrew, or that were not there at the last census though they are
 * older: somebody has put them back. The proofs of a census are kept in the data folder, which a write to the database does
 * not reach.
 * @param restoredAt when a backup was last restored on purpose: what this node knows of before is none of that database's
 * @returns what was told
 */
export async function takeCensus(
  db: Kysely<Tables>,
  { dataFolder, now, restoredAt = 0 }: { dataFolder: string; now: number; restoredAt?: number },
): Promise<string[]> {
  const last = readCensus(dataFolder)
  const isOther = last !== null && last.at < restoredAt
  if (isOther) forgetWithdrawn(dataFolder)
  const before = isOther ? null : last
  // Read before the rows: what is withdrawn meanwhile may still be among them.
  const withdrawn = withdrawnProofs(dataFolder)
  const proofs = new Set<bigint>()
  const strange: string[] = []
  for (const table of provedTables) {
    for await (const row of rowsOf(db, table)) {
      if (row.mac === null || !isGenuine(db, table, row, {})) continue
      const proof = fingerprintOf(row.mac)
      proofs.add(proof)
      const isOld = before !== null && (row.mac_at ?? 0) < before.at - limits.lateMs
      if (withdrawn.has(proof) || (isOld && !before.proofs.has(proof))) strange.push(nameOfRow(table, row))
    }
  }
  strange.push(...(await strangeLinks(db)))
  const told = strange.length > limits.told ? [`${strange.length} rows`] : strange
  for (const row of told) tellForged(db, row)
  writeCensus(dataFolder, { at: now, proofs })
  turnWithdrawn(dataFolder)
  return told
}

async function* rowsOf(db: Kysely<Tables>, name: ProvedTable) {
  // Kysely has no type for one of several tables.
  const table = name as 'users'
  const keys = keyColumns(table)
  let after: Record<string, unknown> | undefined
  for (;;) {
    const rows = await db
      .selectFrom(table)
      .select(proofColumns(table))
      .$if(after !== undefined, (query) =>
        query.where(
          sql<boolean>`(${sql.join(keys.map((key) => sql.ref(key)))}) > (${sql.join(keys.map((key) => after?.[key]))})`,
        ),
      )
      .orderBy(sql.join(keys.map((key) => sql.ref(key))))
      .limit(limits.batch)
      .execute()
    yield* rows
    if (rows.length < limits.batch) return
    after = rows.at(-1)
    // Requests come first.
    await nextTurn()
  }
}

/** Returns the tables of links whose rows, for one holder at least, are not what its list of marks says, with the holder. */
async function strangeLinks(db: Kysely<Tables>): Promise<string[]> {
  const found: string[] = []
  for (const { table, list, of, links, holder, id } of markLists) {
    // One statement, so that no change comes between the rows and the lists.
    const { rows } = await sql<{ id: number; list: string; mark: string | null }>`
      select h.id, ${sql.ref(`h.${list}`)} as list, o.mark from ${sql.table(table)} h
        left join ${sql.table(links)} l on l.${sql.ref(holder)} = h.id
        left join ${sql.table(of)} o on o.id = l.${sql.ref(id)}`.execute(db)
    const byHolder = Map.groupBy(rows, (row) => row.id)
    for (const [number, some] of byHolder)
      if (marksAs(some.flatMap(({ mark }) => mark ?? [])) !== some[0]?.list) found.push(`${links} ${number}`)
    await nextTurn()
  }
  return found
}
