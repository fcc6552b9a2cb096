import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { QueryResult } from 'kysely'

const STATEMENTS_KEPT = 500
const BUSY_LIMIT_MS = 5000
const MEBIBYTE_IN_KIBIBYTES = 1024

interface Prepared {
  statement: StatementSync
  /** Whether it answers with rows: a select, or a change with `returning`. */
  answers: boolean
}

/** One connection to the file, with its statements kept compiled. Everything on it is synchronous. */
export class SqliteConnection {
  readonly raw: DatabaseSync
  readonly #statements = new Map<string, Prepared>()

  constructor(file: string, { readOnly, cacheMebibytes }: { readOnly: boolean; cacheMebibytes: number }) {
    this.raw = new DatabaseSync(file, { readOnly, timeout: BUSY_LIMIT_MS, enableForeignKeyConstraints: true })
    // FULL: a commit is on the disk before it is acknowledged. Cache sizes are in KiB when negative.
    this.raw.exec(
      `pragma cache_size = -${cacheMebibytes * MEBIBYTE_IN_KIBIBYTES}; pragma temp_store = memory`,
    )
    if (readOnly) return
    this.raw.exec(
      'pragma journal_mode = wal; pragma synchronous = full; pragma journal_size_limit = 67108864',
    )
    // From here on the writer waits by itself, without holding the event loop.
    this.raw.exec('pragma busy_timeout = 0')
  }

  /** Runs one statement; integers come back as numbers, blobs as Uint8Array. */
  execute<Row>(sql: string, parameters: readonly unknown[]): QueryResult<Row> {
    const { statement, answers } = this.#prepare(sql)
    // node:sqlite refuses by itself whatever it cannot store (undefined, booleans, dates).
    const values = parameters as SQLInputValue[]
    if (answers) {
      const rows = statement.all(...values) as Row[]
      return { rows, numAffectedRows: BigInt(rows.length) }
    }
    const { changes, lastInsertRowid } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  /** The same for a statement known to answer rows, without the wrapping: what hot paths call. */
  rows<Row>(sql: string, parameters: readonly unknown[]): Row[] {
    return this.#prepare(sql).statement.all(...(parameters as SQLInputValue[])) as Row[]
  }

  close(): void {
    this.#statements.clear()
    if (this.raw.isOpen) this.raw.close()
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.raw.prepare(sql)
    const prepared = { statement, answers: statement.columns().length > 0 }
    // The oldest goes: re-ordering at each use would cost more than compiling one again now and then.
    if (this.#statements.size >= STATEMENTS_KEPT) {
      const oldest = this.#statements.keys().next()
      if (oldest.done !== true) this.#statements.delete(oldest.value)
    }
    this.#statements.set(sql, prepared)
    return prepared
  }
}
