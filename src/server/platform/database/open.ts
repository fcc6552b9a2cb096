import { accessSync, constants } from 'node:fs'
import { Kysely, sql } from 'kysely'
import { fileProblemOf } from '#server/platform/file-problem.ts'
import { columnsOf, type Columns } from './columns.ts'
import type { Engine, StatementWatch } from './engine.ts'
import type { PostgresOptions } from './postgres-connection.ts'
import { placeOf, refusesWrites } from './postgres-url.ts'
import {
  awayProblems,
  awayReasonOf,
  DatabaseAway,
  DatabaseProblem,
  isDamaged,
  isStartupRefusal,
} from './problems.ts'
import { SqliteDialect } from './sqlite-dialect.ts'
import type { LostFile } from './sqlite-files.ts'
import type { WriterLimits } from './sqlite-writer.ts'
import type { Tables } from './tables.ts'

const OLDEST_POSTGRES = 140_000

interface SqliteOptions {
  file: string
  limits?: Partial<WriterLimits>
  /** Called when the file was removed while it was open. */
  onFileLost?: (lost: LostFile) => void
}

export type DatabaseOptions = ({ kind: 'sqlite' } & SqliteOptions) | ({ kind: 'postgres' } & PostgresOptions)

export interface Database<Schema = Tables> {
  db: Kysely<Schema>
  engine: Engine
  /** What differs between the engines, for migrations. */
  dialect: Columns
  /**
   * Rejects when the database does not answer or accepts no writes, or its file was removed.
   * @returns the time of its clock in milliseconds; null for a file, which has none
   */
  ping(): Promise<number | null>
  /** How the server is reached through a pooler such as pgbouncer; `omitted`: it is not one, but set as one. */
  pooling(): Promise<'none' | 'known' | 'unknown' | 'omitted'>
  /** Returns what waits at this moment, and the connections of PostgreSQL; null for a file. */
  measure(): { readonly waiting: number; readonly connections: PoolState | null }
  /** Calls a function after each commit, with its time in seconds. */
  watchCommits(watch: (seconds: number) => void): void
  /** Calls a function after each statement. */
  watchStatements(watch: StatementWatch): void
  /** Waits for pending work, then closes every connection. */
  close(): Promise<void>
}

/** The connections of this process; `limit`: at most so many. */
export type PoolState = { readonly open: number; readonly idle: number; readonly limit: number }

/** Opens the database and checks that it answers; otherwise a `DatabaseProblem` explains how to correct it. */
export function openDatabase<Schema = Tables>(options: DatabaseOptions): Promise<Database<Schema>> {
  return options.kind === 'sqlite' ? openSqlite<Schema>(options) : openPostgres<Schema>(options)
}

async function openSqlite<Schema>({ file, limits, onFileLost }: SqliteOptions): Promise<Database<Schema>> {
  // SQLite would open it read-only, and fail at the first write.
  if (isReadOnly(file)) throw new DatabaseProblem('FILE_READ_ONLY', file)
  let dialect: SqliteDialect
  try {
    dialect = new SqliteDialect(file, limits, onFileLost)
  } catch (error) {
    throw new DatabaseProblem(isDamaged(error) ? 'FILE_DAMAGED' : 'FILE_NOT_OPENED', file, error)
  }
  const db = new Kysely<Schema>({ dialect })
  return {
    db,
    engine: 'sqlite',
    dialect: columnsOf('sqlite'),
    ping: async () => {
      dialect.requireFiles()
      await sql`select 1`.execute(db)
      return null
    },
    pooling: async () => 'none',
    measure: () => ({ waiting: dialect.waiting(), connections: null }),
    watchCommits: (watch) => dialect.watchCommits(watch),
    watchStatements: (watch) => dialect.watchStatements(watch),
    close: async () => {
      await db.destroy()
      await dialect.close()
    },
  }
}

const isReadOnly = (file: string): boolean => may(file, constants.R_OK) && !may(file, constants.W_OK)

function may(file: string, mode: number): boolean {
  try {
    accessSync(file, mode)
    return true
  } catch {
    return false
  }
}

async function openPostgres<Schema>(options: PostgresOptions): Promise<Database<Schema>> {
  // Loaded lazily: on SQLite it would only delay the start.
  const { PostgresDialect } = await import('./postgres-dialect.ts')
  const dialect = new PostgresDialect(options)
  const db = new Kysely<Schema>({ dialect })
  const close = () => db.destroy()
  try {
    const { rows } = await sql<{ version: number; encoding: string }>`
      select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`.execute(
      db,
    )
    const [server] = rows
    if (server === undefined || server.version < OLDEST_POSTGRES || server.encoding !== 'UTF8')
      throw new DatabaseProblem('SERVER_UNSUITABLE', placeOf(options.url))
    await pingPostgres(db)
  } catch (error) {
    await close()
    throw problemOf(error, options.url)
  }
  return {
    db,
    engine: 'postgres',
    dialect: columnsOf('postgres'),
    ping: () => pingPostgres(db),
    pooling: async () => {
      const isBehind = await dialect.pool.isBehindPooler()
      if (isBehind) return options.isPooled ? 'known' : 'unknown'
      return options.isPooled ? 'omitted' : 'none'
    },
    measure: () => dialect.pool.measure(),
    watchCommits: (watch) => {
      dialect.pool.onCommit = watch
    },
    watchStatements: (watch) => {
      dialect.pool.onStatement = watch
    },
    close,
  }
}

/** @throws DatabaseAway also when the server accepts no writes */
async function pingPostgres<Schema>(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ refuses: number; now: number }>`
    select ${sql.raw(refusesWrites)} as refuses,
      (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db)
  const [server] = rows
  if (server?.refuses !== 0) throw new DatabaseAway('READ_ONLY')
  return server.now
}

function problemOf(error: unknown, url: string): unknown {
  if (error instanceof DatabaseProblem) return error
  const cause = error instanceof DatabaseAway ? error.cause : error
  // A certificate that the address names and that cannot be read: the server was never asked.
  const file = fileProblemOf(cause)
  if (file !== null) return file
  const code = isStartupRefusal(cause) ? 'SERVER_POOLED' : awayProblems[awayReasonOf(error) ?? 'REFUSED']
  return new DatabaseProblem(code, placeOf(url), error)
}
