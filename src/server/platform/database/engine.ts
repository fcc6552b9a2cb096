import type { DialectAdapter, Kysely, QueryExecutor, QueryResult } from 'kysely'

export type Engine = 'sqlite' | 'postgres'

/** Is called after a statement, in the context of who sent it, with its text and its beginning by `performance.now()`. */
export type StatementWatch = (sql: string, since: number) => void

/** A query compiled once: its text, and where the parameters of each run go. */
export interface Plan {
  sql: string
  /** Whether it only reads. */
  reads: boolean
  /** Whether it reads a few rows by their keys. */
  isQuick: boolean
  /** One entry per placeholder: the name of a parameter, or a constant of the query. */
  slots: readonly ({ name: string } | { constant: unknown })[]
}

/** What both engines add to Kysely's adapter, so that code finds the engine of a `db` or a `tx`. */
export interface EngineAdapter extends DialectAdapter {
  readonly engine: Engine
  /** The compiled queries of this database, by their definition. */
  readonly plans: WeakMap<object, Plan>
  /** The queue of SQLite's single writer. */
  readonly writer?: { readonly waiting: number }
  perform<Row>(
    executor: QueryExecutor,
    inTransaction: boolean,
    plan: Plan,
    parameters: readonly unknown[],
  ): Promise<QueryResult<Row>>
  readTogether<Schema, Result>(
    db: Kysely<Schema>,
    read: (db: Kysely<Schema>) => Promise<Result>,
  ): Promise<Result>
}

/** Returns the adapter of a database or of a transaction. */
export function adapterOf(db: Pick<Kysely<never>, 'getExecutor'>): EngineAdapter {
  // Only `openDatabase` creates databases, and both of its dialects return an EngineAdapter.
  return db.getExecutor().adapter as EngineAdapter
}

/** Returns the engine of a database or of a transaction. */
export function engineOf(db: Pick<Kysely<never>, 'getExecutor'>): Engine {
  return adapterOf(db).engine
}

/**
 * Runs several queries of one reply together: on PostgreSQL they are sent on one connection, since a connection for each
 * wakes a process for each, which takes longer than most of them.
 */
export const readTogether = <Schema, Result>(
  db: Kysely<Schema>,
  read: (db: Kysely<Schema>) => Promise<Result>,
): Promise<Result> => adapterOf(db).readTogether(db, read)
