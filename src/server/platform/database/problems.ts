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

// SQLite: https://www.sqlite.org/rescode.html; PostgreSQL: appendix A of its manual.
const [SQLITE_BUSY, SQLITE_READONLY, SQLITE_CORRUPT, SQLITE_FULL, SQLITE_NOTADB] = [5, 8, 11, 13, 26]
const POSTGRES_DISK_FULL = '53100'

/** Whether an error is a breach of a unique constraint. */
export const isUniqueViolation = (error: unknown): boolean => hasCode(error, [2067, 1555], '23505')

/** Whether an error is a breach of a foreign key. */
export const isForeignKeyViolation = (error: unknown): boolean => hasCode(error, [787], '23503')

/** Whether PostgreSQL ended a transaction because of a deadlock or a serialization failure. */
export function isDeadlock(error: unknown): boolean {
  return ['40P01', '40001'].includes(postgresCode(error) ?? '')
}

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
  if (isDiskFull(error)) return new DatabaseProblem('DISK_FULL', '', error)
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
