import { accessSync, constants } from 'node:fs'
import { Kysely, sql } from 'kysely'
import { columnsOf, type Columns } from './columns.ts'
import type { Engine } from './engine.ts'
import type { PostgresOptions } from './postgres-dialect.ts'
import { DatabaseProblem, isDamaged, postgresCode } from './problems.ts'
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
  /** Rejects when the database does not answer, or its file was removed. */
  ping(): Promise<void>
  /** Waits for pending work, then closes every connection. */
  close(): Promise<void>
}

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
      await ping(db)
    },
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
  try {
    const { rows } = await sql<{ version: number; encoding: string; recovering: number }>`
      select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
        pg_is_in_recovery() as recovering`.execute(db)
    const [server] = rows
    if (
      server === undefined ||
      server.version < OLDEST_POSTGRES ||
      server.encoding !== 'UTF8' ||
      server.recovering !== 0
    ) {
      throw new DatabaseProblem('SERVER_UNSUITABLE', placeOf(options.url))
    }
  } catch (error) {
    await db.destroy()
    await dialect.close()
    throw problemOf(error, options.url)
  }
  return {
    db,
    engine: 'postgres',
    dialect: columnsOf('postgres'),
    ping: () => ping(db),
    close: async () => {
      await db.destroy()
      await dialect.close()
    },
  }
}

async function ping<Schema>(db: Kysely<Schema>): Promise<void> {
  await sql`select 1`.execute(db)
}

function problemOf(error: unknown, url: string): unknown {
  if (error instanceof DatabaseProblem) return error
  // A SQLSTATE means that a server answered and refuses this account or database.
  const answered = /^[0-9A-Z]{5}$/.test(postgresCode(error) ?? '')
  return new DatabaseProblem(answered ? 'SERVER_REFUSES' : 'SERVER_UNREACHABLE', placeOf(url), error)
}

/** Returns host and database without the account and its password, for a log. */
function placeOf(url: string): string {
  const place = URL.parse(url)
  if (place === null) return ''
  const { host, pathname, searchParams } = place
  return `${host || (searchParams.get('host') ?? '')}${pathname}`
}
