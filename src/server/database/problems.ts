import { databaseProblems, type DatabaseProblemCode } from '#texts/database.ts'

/** A state of the database that the operator has to mend; its message is a French sentence that says how. */
export class DatabaseProblem extends Error {
  override readonly name = 'DatabaseProblem'
  readonly code: DatabaseProblemCode

  constructor(code: DatabaseProblemCode, detail: string, cause?: unknown) {
    super(databaseProblems[code](detail), cause === undefined ? undefined : { cause })
    this.code = code
  }
}

// SQLite: https://www.sqlite.org/rescode.html (UNIQUE, PRIMARYKEY, FOREIGNKEY); PostgreSQL: appendix A of its manual.
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
