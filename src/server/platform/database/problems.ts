import { databaseProblems, type DatabaseProblemCode } from '#texts/platform/server.ts'

/** A state of the database that the operator has to mend; its message is a French sentence that says how. */
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

const violations = {
  unique: { sqlite: [2067, 1555], postgres: ['23505'] },
  foreignKey: { sqlite: [787], postgres: ['23503'] },
} as const

/** Two rows with the same value where only one may have it. */
export function isUniqueViolation(error: unknown): boolean {
  return isViolation(error, violations.unique)
}

/** A row that refers to one that is not there, or the removal of one that is referred to. */
export function isForeignKeyViolation(error: unknown): boolean {
  return isViolation(error, violations.foreignKey)
}

/** PostgreSQL ended one of two transactions that waited for one another, or could not put them in an order. */
export function isDeadlock(error: unknown): boolean {
  return ['40P01', '40001'].includes(postgresCode(error) ?? '')
}

/** Another connection holds what this one needs of a SQLite file. */
export function isBusy(error: unknown): boolean {
  return isPrimary(error, [SQLITE_BUSY])
}

/** A SQLite file that is something else, or is no longer whole. */
export function isDamaged(error: unknown): boolean {
  return isPrimary(error, [SQLITE_CORRUPT, SQLITE_NOTADB])
}

/** Nothing more can be written, for want of room on the disk of the database. */
export function isDiskFull(error: unknown): boolean {
  return isPrimary(error, [SQLITE_FULL]) || postgresCode(error) === POSTGRES_DISK_FULL
}

/** Nothing can be written, because the file may only be read or is no longer in its place. */
export function isUnwritable(error: unknown): boolean {
  return (
    isPrimary(error, [SQLITE_READONLY]) || (error instanceof DatabaseProblem && error.code === 'FILE_LOST')
  )
}

/** What an operator can mend as the problem that it is; anything else as it came. */
export function namedProblem(error: unknown): unknown {
  if (isDiskFull(error)) return new DatabaseProblem('DISK_FULL', '', error)
  return isPrimary(error, [SQLITE_READONLY]) ? new DatabaseProblem('FILE_READ_ONLY', '', error) : error
}

/** The number by which SQLite names what went wrong, its extended result code; undefined for any other error. */
export function sqliteCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode
    : undefined
}

/** The five characters (SQLSTATE) or the system's word (ECONNREFUSED …) that `pg` puts on its errors. */
export function postgresCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

// The low byte of a result code is the primary code, the rest says more.
function isPrimary(error: unknown, codes: readonly number[]): boolean {
  return codes.includes((sqliteCode(error) ?? 0) & 0xff)
}

function isViolation(
  error: unknown,
  codes: { sqlite: readonly number[]; postgres: readonly string[] },
): boolean {
  const [number, word] = [sqliteCode(error), postgresCode(error)]
  return (
    (number !== undefined && codes.sqlite.includes(number)) ||
    (word !== undefined && codes.postgres.includes(word))
  )
}
