import type { DialectAdapter, Kysely, QueryExecutor, QueryResult } from 'kysely'

export type Engine = 'sqlite' | 'postgres'

/** A query compiled once: its text, and where the parameters of each run go. */
export interface Plan {
  sql: string
  /** Whether it only reads. */
  reads: boolean
  /** Whether it finds what it reads at once, by its keys. */
  isQuick: boolean
  /** One entry per placeholder: the name of a parameter, or a constant of the query. */
  slots: readonly ({ name: string } | { constant: unknown })[]
}

/** What both engines add to Kysely's adapter, so that a `db` or a `tx` leads to its engine. */
export interface EngineAdapter extends DialectAdapter {
  readonly engine: Engine
  /** The compiled queries of this database, by their definition. */
  readonly plans: WeakMap<object, Plan>
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

/** The engine's side of a database or of a transaction. */
export function adapterOf(db: Pick<Kysely<never>, 'getExecutor'>): EngineAdapter {
  // Made by `openDatabase` only, whose two dialects both answer with an EngineAdapter.
  return db.getExecutor().adapter as EngineAdapter
}

/** Which engine a database or a transaction is on. */
export function engineOf(db: Pick<Kysely<never>, 'getExecutor'>): Engine {
  return adapterOf(db).engine
}

/**
 * What one answer reads with several queries: on PostgreSQL they go out together on one connection, since a connection
 * for each wakes a process for each, which takes longer than most of them.
 */
export const readTogether = <Schema, Result>(
  db: Kysely<Schema>,
  read: (db: Kysely<Schema>) => Promise<Result>,
): Promise<Result> => adapterOf(db).readTogether(db, read)
