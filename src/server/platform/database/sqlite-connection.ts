import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { QueryResult } from 'kysely'
import type { StatementWatch } from './engine.ts'
import { LruMap } from '#server/platform/lru-map.ts'

const STATEMENTS_KEPT = 500
const BUSY_LIMIT_MS = 5000
const MEBIBYTE_IN_KIBIBYTES = 1024

interface Prepared {
  statement: StatementSync
  /** The columns of its rows; none for what answers no rows, unlike a select or a change with `returning`. */
  columns: readonly string[]
}

/** One connection to the file, with its statements kept compiled. Everything on it is synchronous. */
export class SqliteConnection {
  readonly raw: DatabaseSync
  /** Called after each statement. */
  onStatement: StatementWatch | undefined
  readonly #statements = new LruMap<string, Prepared>(STATEMENTS_KEPT)

  constructor(file: string, { readOnly, cacheMebibytes }: { readOnly: boolean; cacheMebibytes: number }) {
    this.raw = new DatabaseSync(file, { readOnly, timeout: BUSY_LIMIT_MS, enableForeignKeyConstraints: true })
    // FULL: a commit is on the disk before it is acknowledged. Cache sizes are in KiB when negative.
    this.raw.exec(
      `pragma cache_size = -${cacheMebibytes * MEBIBYTE_IN_KIBIBYTES}; pragma temp_store = memory`,
    )
    if (readOnly) return
    this.raw.exec(
      // What is destroyed is overwritten: a freed page would keep the key that crypto-erasure took away.
      'pragma journal_mode = wal; pragma synchronous = full; pragma journal_size_limit = 67108864; pragma secure_delete = on',
    )
    // A commit would also take the log over into the file, and everybody would wait for it: see `Checkpoints`.
    this.raw.exec('pragma wal_autocheckpoint = 0')
    // From here on the writer waits by itself, without holding the event loop.
    this.raw.exec('pragma busy_timeout = 0')
  }

  /** Runs one statement; integers come back as numbers, blobs as Uint8Array. */
  execute<Row>(sql: string, parameters: readonly unknown[]): QueryResult<Row> {
    return this.#watched(sql, () => this.#execute<Row>(sql, parameters))
  }

  #execute<Row>(sql: string, parameters: readonly unknown[]): QueryResult<Row> {
    const prepared = this.#prepare(sql)
    if (prepared.columns.length > 0) {
      const rows = rowsOf<Row>(prepared, parameters)
      return { rows, numAffectedRows: BigInt(rows.length) }
    }
    // node:sqlite refuses by itself whatever it cannot store (undefined, booleans, dates).
    const values = parameters as SQLInputValue[]
    const { changes, lastInsertRowid } = prepared.statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  /** The same for a statement known to answer rows, without the wrapping: what hot paths call. */
  rows<Row>(sql: string, parameters: readonly unknown[]): Row[] {
    if (this.onStatement === undefined) return rowsOf<Row>(this.#prepare(sql), parameters)
    return this.#watched(sql, () => rowsOf<Row>(this.#prepare(sql), parameters))
  }

  #watched<Result>(sql: string, run: () => Result): Result {
    if (this.onStatement === undefined) return run()
    const since = performance.now()
    try {
      return run()
    } finally {
      this.onStatement(sql, since)
    }
  }

  close(): void {
    this.#statements.clear()
    if (this.raw.isOpen) this.raw.close()
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.raw.prepare(sql)
    const prepared = { statement, columns: statement.columns().map(({ name }) => name) }
    if (prepared.columns.length > 0) statement.setReturnArrays(true)
    this.#statements.set(sql, prepared)
    return prepared
  }
}

/**
 * The rows of a statement as objects. Those that node:sqlite makes are V8's slow kind, a hash table each; made here
 * from arrays they share a shape, which takes a quarter less to make and a tenth to read.
 */
function rowsOf<Row>({ statement, columns }: Prepared, parameters: readonly unknown[]): Row[] {
  const lists = statement.all(...(parameters as SQLInputValue[])) as unknown as unknown[][]
  return lists.map((values) => {
    const row: Record<string, unknown> = {}
    for (let at = 0; at < columns.length; at += 1) row[columns[at] as string] = values[at]
    return row as Row
  })
}
