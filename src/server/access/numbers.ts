import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql, type Kysely, type Transaction } from 'kysely'
import { nextId } from '#server/platform/database/columns.ts'
import { adapterOf, engineOf } from '#server/platform/database/engine.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { isGenuine, proofColumns } from './authority.ts'

// The database gives the numbers of new rows, and whoever writes to it can have it give one again: to an account or a chest of
// theirs, in the place of one that they set aside. Keys, seals and links name numbers, so that none is ever given twice: each
// node remembers the highest ones, in a file outside the database.

const numbered = ['users', 'teams', 'banks', 'chests'] as const
type Numbered = (typeof numbered)[number]
type Highest = Record<Numbered, number>

const none: Highest = { users: 0, teams: 0, banks: 0, chests: 0 }
const known = new WeakMap<object, { readonly file: string; highest: Highest }>()
const fileOf = (folder: string): string => join(folder, 'numbers.highest')

/** Forgets them: the operator begins a new installation. */
export const forgetNumbers = (folder: string): void => rmSync(fileOf(folder), { force: true })

/** Reads the highest numbers that a data folder remembers, and those of the rows that the server wrote. */
export async function openNumbers(db: Kysely<Tables>, folder: string): Promise<void> {
  const file = fileOf(folder)
  known.set(adapterOf(db), { file, highest: readHighest(file) })
  await observeNumbers(db)
}

function readHighest(file: string): Highest {
  try {
    return { ...none, ...(JSON.parse(readFileSync(file, 'utf8')) as Partial<Highest>) }
  } catch (error) {
    // A loss of power may leave the file empty: the rows tell the numbers then.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return none
    throw error
  }
}

/** As many numbers of each kind may have been given between a backup and its restoration. */
const roomAfterBackup = 10_000

/**
 * Leaves room in a restored database: numbers that were given after its backup, and stand in mails and events elsewhere, are
 * not given to others.
 */
export async function leaveRoomInNumbers(db: Kysely<Tables>, folder: string): Promise<void> {
  await openNumbers(db, folder)
  const { highest } = known.get(adapterOf(db)) ?? { highest: none }
  for (const table of numbered) remember(db, table, highest[table] + roomAfterBackup)
}

/** Remembers the highest numbers of rows that the server wrote, which may be another node's. */
export async function observeNumbers(db: Kysely<Tables>): Promise<void> {
  for (const table of numbered) remember(db, table, await highestRow(db, table))
}

async function highestRow(db: Kysely<Tables>, table: Numbered): Promise<number> {
  // Kysely has no type for one of several tables.
  const rows = await db
    .selectFrom(table as 'users')
    .select(proofColumns(table as 'users'))
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
  return rows.find((row) => isGenuine(db, table as 'users', row, {}))?.id ?? 0
}

function remember(db: Kysely<Tables>, table: Numbered, number: number): void {
  const state = known.get(adapterOf(db))
  if (!state || number <= state.highest[table]) return
  state.highest = { ...state.highest, [table]: number }
  writeFileSync(`${state.file}.new`, JSON.stringify(state.highest), { mode: 0o600 })
  renameSync(`${state.file}.new`, state.file)
}

/** Draws the number of a new user, team, bank or chest: one that none has ever had. It must run in the transaction that inserts. */
export async function nextNumber(tx: Transaction<Tables>, table: Numbered): Promise<number> {
  const highest = () => known.get(adapterOf(tx))?.highest[table] ?? 0
  // What was given before this draw is lower, whoever draws at the same time.
  const before = highest()
  const drawn = await nextId(tx, table)
  if (drawn > before) {
    remember(tx, table, drawn)
    return drawn
  }
  // The database gave a number again: after a restored backup, or because somebody made it do so.
  const number = Math.max(await drawAbove(tx, table, highest() - drawn), highest() + 1)
  remember(tx, table, number)
  return number
}

/** The most numbers that one creation draws: enough for any restored backup. A larger gap closes over several creations. */
const drawnAtOnce = 100_000

/**
 * Moves the sequence of a table forward, and only so: another node may raise it further at the same time.
 * @param gap how many numbers the sequence is behind
 * @returns the last number drawn
 */
async function drawAbove(tx: Transaction<Tables>, table: Numbered, gap: number): Promise<number> {
  const count = Math.min(gap + 1, drawnAtOnce)
  const { rows } =
    engineOf(tx) === 'postgres'
      ? await sql<{ last: number | string }>`
          select max(nextval(pg_get_serial_sequence(${table}, 'id'))) as last
            from generate_series(1, ${count}::int)`.execute(tx)
      : await sql<{ last: number }>`
          update sqlite_sequence set seq = seq + ${gap + 1} where name = ${table} returning seq as last`.execute(
          tx,
        )
  return Number(rows[0]?.last ?? 0)
}
