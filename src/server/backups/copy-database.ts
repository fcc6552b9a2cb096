import { once } from 'node:events'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { sql, type Kysely } from 'kysely'
import { backupProblems } from '#texts/backups.ts'
import type { Config } from '#server/config.ts'
import { databaseFileOf } from '#server/installation.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { isDamaged } from '#server/platform/database/problems.ts'
import type { CheckedFile } from './check-file-worker.ts'
import { runTool } from './postgres-tools.ts'
import { BackupProblem } from './problem.ts'

/** The name of the database in a backup, by its engine. */
export const databaseNames = { sqlite: 'trousseau.db', postgres: 'trousseau.dump' } as const

/** Rows of each table. */
export type RowCounts = Readonly<Record<string, number>>
export type Copied<Seen> = { readonly file: string; readonly tables: RowCounts; readonly seen: Seen }

/** All pages in one step: between two steps a change by another connection would begin the copy again. */
const allPages = 2_147_483_647

/**
 * Copies the database into a folder while it is in use, as it was at one moment.
 * @param see reads the database as it is in the copy
 * @throws BackupProblem
 */
export function copyDatabase<Seen>(
  { config, db }: { config: Pick<Config, 'dataFolder' | 'database'>; db: Kysely<Tables> },
  folder: string,
  see: (copy: Kysely<Tables>) => Promise<Seen>,
  signal?: AbortSignal,
): Promise<Copied<Seen>> {
  const { database } = config
  return database.kind === 'sqlite'
    ? copyFile(databaseFileOf(config), join(folder, databaseNames.sqlite), see)
    : dump(database.url, db, join(folder, databaseNames.postgres), see, signal)
}

async function copyFile<Seen>(
  from: string,
  file: string,
  see: (copy: Kysely<Tables>) => Promise<Seen>,
): Promise<Copied<Seen>> {
  const source = new DatabaseSync(from, { readOnly: true })
  try {
    await backup(source, file, { rate: allPages })
  } finally {
    source.close()
  }
  const { verdict, tables } = await checkFile(file)
  if (verdict !== 'ok') throw new BackupProblem(backupProblems.damaged(verdict))
  const copy = await openDatabase({ kind: 'sqlite', file })
  try {
    return { file, tables, seen: await see(copy.db) }
  } finally {
    // Its log is empty then, and leaves.
    await copy.close()
  }
}

/**
 * Checks an SQLite file and counts its rows, in a thread of its own.
 * @throws the error of a thread that could not check: only SQLite says that a file is damaged
 */
export async function checkFile(file: string): Promise<CheckedFile> {
  const worker = new Worker(new URL('./check-file-worker.ts', import.meta.url), { workerData: file })
  try {
    const [checked] = (await once(worker, 'message')) as [CheckedFile]
    return checked
  } catch (error) {
    if (!isDamaged(error)) throw error
    return { verdict: 'malformed', tables: {} }
  } finally {
    await worker.terminate()
  }
}

/** Dumps the snapshot that a transaction holds, in which everything else is read too. */
const dump = <Seen>(
  url: string,
  db: Kysely<Tables>,
  file: string,
  see: (copy: Kysely<Tables>) => Promise<Seen>,
  signal?: AbortSignal,
): Promise<Copied<Seen>> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx)
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
      const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(tx)
      // Not compressed: the whole file is.
      const options = ['--format=custom', '--compress=0', '--no-owner', '--no-privileges', '--no-sync']
      await runTool('pg_dump', url, [...options, `--snapshot=${rows[0]?.id}`, `--file=${file}`], signal)
      // Whether it is one that can be restored, as far as that is known without a second database.
      await runTool('pg_restore', null, ['--list', file], signal)
      return { file, tables: await countRows(tx), seen: await see(tx) }
    })

/** Counts the rows of each table of PostgreSQL. */
export async function countRows(db: Kysely<Tables>): Promise<RowCounts> {
  const counts: Record<string, number> = {}
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() order by 1`.execute(db)
  for (const { name } of tables) {
    const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)}`.execute(db)
    counts[name] = Number(rows[0]?.rows)
  }
  return counts
}
