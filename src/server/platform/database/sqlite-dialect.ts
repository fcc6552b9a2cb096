import { AsyncLocalStorage } from 'node:async_hooks'
import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryCompiler,
  type QueryExecutor,
  type QueryResult,
} from 'kysely'
import { runAfterCommit } from './after-commit.ts'
import type { EngineAdapter, Plan, StatementWatch } from './engine.ts'
import { Checkpoints } from './sqlite-checkpoints.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import { OpenedFiles, type LostFile } from './sqlite-files.ts'
import { defaultWriterLimits, SqliteWriter, type Turn, type WriterLimits } from './sqlite-writer.ts'

/** Small, so that a long transaction writes its pages as it goes: the commit writes what is left, on the event loop. */
const WRITER_CACHE_MEBIBYTES = 2
const READER_CACHE_MEBIBYTES = 32

const readsByItsText = /^\s*(?:select|values|explain|pragma)\b/i

/**
 * Kysely over node:sqlite, with two connections to one file: every transaction and every change runs on the writer (see
 * `SqliteWriter`), every read outside a transaction on the reader, which sees committed rows only.
 */
export class SqliteDialect implements Dialect {
  readonly #adapter: SqliteEngineAdapter
  readonly #files: OpenedFiles
  readonly #checkpoints: Checkpoints

  /** @param onLost called when the files were removed while they were open */
  constructor(
    file: string,
    limits: Partial<WriterLimits> = {},
    onLost: (lost: LostFile) => void = () => undefined,
  ) {
    // The writer first: it creates the file and its shared memory, which a read-only connection cannot.
    const writing = new SqliteConnection(file, { readOnly: false, cacheMebibytes: WRITER_CACHE_MEBIBYTES })
    const reader = new SqliteConnection(file, { readOnly: true, cacheMebibytes: READER_CACHE_MEBIBYTES })
    // A first read creates the log.
    writing.rows('select 1 from sqlite_schema limit 1', [])
    this.#files = new OpenedFiles(file, writing.raw, onLost)
    this.#checkpoints = new Checkpoints(file, writing, this.#files)
    const writer = new SqliteWriter(writing, this.#files, this.#checkpoints, {
      ...defaultWriterLimits,
      ...limits,
    })
    this.#adapter = new SqliteEngineAdapter(writing, reader, writer)
  }

  createDriver(): Driver {
    return new SqliteDriver(this.#adapter)
  }

  createAdapter(): SqliteEngineAdapter {
    return this.#adapter
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler()
  }

  createIntrospector(db: Kysely<unknown>): SqliteIntrospector {
    return new SqliteIntrospector(db)
  }

  /** Checks that the files are still in their place. @throws DatabaseProblem FILE_LOST */
  requireFiles(): void {
    this.#files.require()
  }

  /** The transactions that wait for the writer. */
  waiting(): number {
    return this.#adapter.writer.waiting
  }

  watchCommits(watch: (seconds: number) => void): void {
    this.#adapter.writer.onCommit = watch
  }

  watchStatements(watch: StatementWatch): void {
    for (const connection of [this.#adapter.writing, this.#adapter.reader]) connection.onStatement = watch
  }

  /** Closes both connections once pending work is committed. */
  async close(): Promise<void> {
    await this.#adapter.writer.close()
    await this.#checkpoints.close()
    await this.#files.settled()
    this.#adapter.reader.close()
    this.#adapter.writing.close()
  }
}

class SqliteEngineAdapter extends SqliteAdapter implements EngineAdapter {
  readonly engine = 'sqlite'
  readonly writing: SqliteConnection
  readonly reader: SqliteConnection
  readonly writer: SqliteWriter
  readonly plans = new WeakMap<object, Plan>()
  /** The transaction whose callback is running. */
  readonly within = new AsyncLocalStorage<Turn>()
  readonly #hands = new WeakMap<QueryExecutor, SqliteHand>()

  constructor(writing: SqliteConnection, reader: SqliteConnection, writer: SqliteWriter) {
    super()
    this.writing = writing
    this.reader = reader
    this.writer = writer
  }

  // Otherwise Kysely would serialise everything on its own lock; the writer's queue does it better.
  override get supportsMultipleConnections(): boolean {
    return true
  }

  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** Runs a compiled query on the connection of `executor`, bypassing Kysely. */
  async perform<Row>(
    executor: QueryExecutor,
    inTransaction: boolean,
    plan: Plan,
    parameters: readonly unknown[],
  ): Promise<QueryResult<Row>> {
    if (!inTransaction) {
      if (plan.reads) return { rows: this.reader.rows<Row>(plan.sql, parameters) }
      return this.change<Row>(plan.sql, parameters)
    }
    const hand = this.#hands.get(executor) ?? (await this.#handOf(executor))
    return hand.execute<Row>(plan.sql, parameters)
  }

  readTogether<Schema, Result>(
    db: Kysely<Schema>,
    read: (db: Kysely<Schema>) => Promise<Result>,
  ): Promise<Result> {
    return read(db)
  }

  /** Runs a change outside a transaction. */
  change<Row>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<Row>> {
    this.refuseWithin()
    return this.writer.alone<Row>(sql, parameters)
  }

  /** Throws inside a transaction, where waiting for the writer would deadlock. */
  refuseWithin(): void {
    if (this.within.getStore()?.state === 'active') {
      throw new Error('a change on `db` inside a transaction: give the query the transaction (`tx`) instead')
    }
  }

  async #handOf(executor: QueryExecutor): Promise<SqliteHand> {
    const hand = await executor.provideConnection((connection) => Promise.resolve(connection))
    if (!(hand instanceof SqliteHand)) throw new Error('not a connection of this database')
    this.#hands.set(executor, hand)
    return hand
  }
}

/** What Kysely holds while it runs a query or a transaction. */
class SqliteHand implements DatabaseConnection {
  turn: Turn | undefined
  readonly #adapter: SqliteEngineAdapter

  constructor(adapter: SqliteEngineAdapter) {
    this.#adapter = adapter
  }

  execute<Row>(sql: string, parameters: readonly unknown[]): QueryResult<Row> {
    if (this.turn === undefined) throw new Error('the transaction has ended')
    return this.#adapter.writer.execute<Row>(this.turn, sql, parameters)
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.turn !== undefined) return this.execute<Row>(query.sql, query.parameters)
    if (reads(query)) return { rows: this.#adapter.reader.rows<Row>(query.sql, query.parameters) }
    return this.#adapter.change<Row>(query.sql, query.parameters)
  }

  // An open statement would pin the shared reader to old rows: all rows are read first, then yielded.
  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    const { rows } = await this.executeQuery<Row>(query)
    for (let from = 0; from < rows.length; from += chunkSize)
      yield { rows: rows.slice(from, from + chunkSize) }
  }
}

/** Whether a query may run on the read-only connection; in doubt, the writer runs it. */
export function reads(query: CompiledQuery): boolean {
  return (
    query.query.kind === 'SelectQueryNode' ||
    (query.query.kind === 'RawNode' && readsByItsText.test(query.sql))
  )
}

class SqliteDriver implements Driver {
  readonly #adapter: SqliteEngineAdapter

  constructor(adapter: SqliteEngineAdapter) {
    this.#adapter = adapter
  }

  async init(): Promise<void> {}

  acquireConnection(): Promise<SqliteHand> {
    return Promise.resolve(new SqliteHand(this.#adapter))
  }

  beginTransaction(hand: SqliteHand): Promise<void> {
    this.#adapter.refuseWithin()
    const turn: Turn = { state: 'waiting' }
    hand.turn = turn
    // Not after an await: only now does Kysely's callback, with all that it starts, inherit the mark.
    this.#adapter.within.enterWith(turn)
    return this.#adapter.writer.begin(turn)
  }

  async commitTransaction(hand: SqliteHand): Promise<void> {
    await this.#end(hand, 'commit')
    runAfterCommit(hand)
  }

  rollbackTransaction(hand: SqliteHand): Promise<void> {
    return this.#end(hand, 'rollback')
  }

  async savepoint(hand: SqliteHand, name: string): Promise<void> {
    hand.execute(`savepoint "${name}"`, [])
  }

  async rollbackToSavepoint(hand: SqliteHand, name: string): Promise<void> {
    hand.execute(`rollback to "${name}"`, [])
  }

  async releaseSavepoint(hand: SqliteHand, name: string): Promise<void> {
    hand.execute(`release "${name}"`, [])
  }

  async releaseConnection(): Promise<void> {}

  // The dialect's owner closes the connections.
  async destroy(): Promise<void> {}

  async #end(hand: SqliteHand, outcome: 'commit' | 'rollback'): Promise<void> {
    if (hand.turn !== undefined) await this.#adapter.writer.end(hand.turn, outcome)
  }
}
