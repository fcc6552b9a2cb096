import { databaseProblems, type DatabaseProblemCode } from '#texts/platform/server.ts'

/** A fault of the database for the operator; its message is a French sentence that explains the correction. */
export class DatabaseProblem extends Error {
  override readonly name = 'DatabaseProblem'
  readonly code: DatabaseProblemCode

  constructor(code: DatabaseProblemCode, detail: string, cause?: unknown) {
    super(databaseProblems[code](detail), cause === undefined ? undefined : { cause })
    this.code = code
  }
}

/**
 * How the database is away: no connection, none left, no reply, the connection broken, only for reading, or the connection
 * refused (the account, its password, the base, a certificate).
 */
export type AwayReason = 'UNREACHABLE' | 'FULL' | 'SILENT' | 'LOST' | 'READ_ONLY' | 'REFUSED'

/** The database cannot be used for the moment. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway'
  readonly reason: AwayReason
  /** Whether the statement may have been carried out: its reply was lost. */
  readonly mayHaveChanged: boolean

  constructor(reason: AwayReason, cause?: unknown, mayHaveChanged = false) {
    super(`the database is away (${reason})`, { cause })
    this.reason = reason
    this.mayHaveChanged = mayHaveChanged
  }
}

// SQLite: https://www.sqlite.org/rescode.html; PostgreSQL: appendix A of its manual.
const [SQLITE_BUSY, SQLITE_READONLY, SQLITE_CORRUPT, SQLITE_FULL, SQLITE_NOTADB] = [5, 8, 11, 13, 26]
const [SQLITE_IOERR, SQLITE_CANTOPEN] = [10, 14]
const POSTGRES_DISK_FULL = '53100'

/** What the operator reads of each. */
export const awayProblems = {
  UNREACHABLE: 'SERVER_UNREACHABLE',
  LOST: 'SERVER_UNREACHABLE',
  SILENT: 'SERVER_UNREACHABLE',
  FULL: 'SERVER_FULL',
  READ_ONLY: 'SERVER_READ_ONLY',
  REFUSED: 'SERVER_REFUSES',
} as const satisfies Record<AwayReason, DatabaseProblemCode>

/** By SQLSTATE, and by the system's codes. */
const awayReasons: Readonly<Record<string, AwayReason>> = {
  '25006': 'READ_ONLY',
  '53300': 'FULL',
  '57P01': 'LOST',
  '57P02': 'LOST',
  '57P03': 'UNREACHABLE',
  // Limits that the operator of the server sets for idle sessions and for transactions.
  '57P05': 'LOST',
  '25P03': 'LOST',
  '25P04': 'LOST',
  ECONNRESET: 'LOST',
  EPIPE: 'LOST',
  ...Object.fromEntries(
    ['ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'ENOENT']
      .concat(['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL'])
      .map((code) => [code, 'UNREACHABLE']),
  ),
}

/** `pg` has no codes for its own errors. */
const awayMessages: readonly (readonly [RegExp, AwayReason])[] = [
  [/^timeout exceeded when trying to connect/, 'FULL'],
  [/^(?:Connection terminated due to connection timeout|timeout expired|Query read timeout)/, 'SILENT'],
  [/^(?:Connection terminated|Client has encountered|Client was closed)/, 'LOST'],
]

const PROTOCOL_VIOLATION = '08P01'

/**
 * pgbouncer says with one code, and always in English, that it has no server, that it is full, and that it refuses the
 * account; from 1.19 on it passes the server's own code on. PostgreSQL has that code for faults of ours, as an ERROR.
 */
const poolerReasons: readonly (readonly [RegExp, AwayReason | undefined])[] = [
  [
    /startup parameter|no such (?:user|database)|authentication failed|login rejected|wrong password/,
    undefined,
  ],
  [/does not exist|is disabled|SSL required|config error/, undefined],
  [/_connections?\)|max_client_conn|query_wait_timeout/, 'FULL'],
  [/^/, 'LOST'],
]

/** Returns how the database is away; undefined when an error has another cause. */
export function awayReasonOf(error: unknown): AwayReason | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof DatabaseAway) return error.reason
  const code = postgresCode(error)
  const reasonIn = (table: typeof poolerReasons) => table.find(([form]) => form.test(error.message))?.[1]
  if (code === undefined) return reasonIn(awayMessages)
  if (code === PROTOCOL_VIOLATION)
    return 'severity' in error && error.severity === 'FATAL' ? reasonIn(poolerReasons) : undefined
  return awayReasons[code] ?? (/^08[0-9A-Z]{3}$/.test(code) ? 'LOST' : undefined)
}

/** Whether pgbouncer, or a server, refused what is sent at the start of a connection. */
export const isStartupRefusal = (error: unknown): boolean =>
  postgresCode(error) === PROTOCOL_VIOLATION && /startup parameter/.test(String(error))

/** Whether an error is a breach of a unique constraint. */
export const isUniqueViolation = (error: unknown): boolean => hasCode(error, [2067, 1555], '23505')

/** Whether an error is a breach of a foreign key. */
export const isForeignKeyViolation = (error: unknown): boolean => hasCode(error, [787], '23503')

/** Whether PostgreSQL ended a transaction because of another: a deadlock, or a lock that it did not get in time. */
export function isLockConflict(error: unknown): boolean {
  return ['40P01', '40001', '55P03'].includes(postgresCode(error) ?? '')
}

/** Whether PostgreSQL ended a statement that exceeded its time limit. */
export const isStatementTimeout = (error: unknown): boolean => postgresCode(error) === '57014'

/** Whether another connection holds a lock of the SQLite file. */
export function isBusy(error: unknown): boolean {
  return isPrimary(error, [SQLITE_BUSY])
}

/** Whether a file is no SQLite database, or a damaged one. */
export function isDamaged(error: unknown): boolean {
  return isPrimary(error, [SQLITE_CORRUPT, SQLITE_NOTADB])
}

/** Whether the disk of the database is full. */
export function isDiskFull(error: unknown): boolean {
  return isPrimary(error, [SQLITE_FULL]) || postgresCode(error) === POSTGRES_DISK_FULL
}

/** Whether the file is read-only or was removed. */
export function isUnwritable(error: unknown): boolean {
  return (
    isPrimary(error, [SQLITE_READONLY]) || (error instanceof DatabaseProblem && error.code === 'FILE_LOST')
  )
}

/** Returns a `DatabaseProblem` for an error that the operator can correct; any other error unchanged. */
export function namedProblem(error: unknown): unknown {
  if (error instanceof DatabaseAway) return new DatabaseProblem(awayProblems[error.reason], '', error)
  if (isDiskFull(error)) return new DatabaseProblem('DISK_FULL', '', error)
  if (isDamaged(error)) return new DatabaseProblem('FILE_DAMAGED', '', error)
  if (isPrimary(error, [SQLITE_IOERR, SQLITE_CANTOPEN]))
    return new DatabaseProblem('FILE_NOT_OPENED', '', error)
  return isPrimary(error, [SQLITE_READONLY]) ? new DatabaseProblem('FILE_READ_ONLY', '', error) : error
}

/** Returns SQLite's extended result code; undefined for any other error. */
export function sqliteCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode
    : undefined
}

/** Returns the SQLSTATE or the system's code (ECONNREFUSED …) of an error of `pg`. */
export function postgresCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

// The low byte of a result code is the primary code.
function isPrimary(error: unknown, codes: readonly number[]): boolean {
  return codes.includes((sqliteCode(error) ?? 0) & 0xff)
}

const hasCode = (error: unknown, sqlite: readonly number[], postgres: string): boolean =>
  sqlite.includes(sqliteCode(error) ?? 0) || postgresCode(error) === postgres
