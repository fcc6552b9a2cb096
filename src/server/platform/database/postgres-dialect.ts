import {
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryExecutor,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type { EngineAdapter, Plan } from './engine.ts'
import type { PostgresOptions } from './postgres-connection.ts'
import { Lease, PostgresPool } from './postgres-pool.ts'

/** Kysely's dialect, over a pool that outlives losses of the database. */
export class PostgresDialect implements Dialect {
  readonly pool: PostgresPool
  readonly #adapter: PostgresEngineAdapter

  constructor(options: PostgresOptions) {
    this.pool = new PostgresPool(options)
    this.#adapter = new PostgresEngineAdapter(this.pool)
  }

  createAdapter(): PostgresEngineAdapter {
    return this.#adapter
  }

  createDriver(): Driver {
    return driverOf(this.pool)
  }

  createQueryCompiler(): PostgresQueryCompiler {
    return new PostgresQueryCompiler()
  }

  createIntrospector(db: Kysely<unknown>): PostgresIntrospector {
    return new PostgresIntrospector(db)
  }
}

/** Kysely's driver waits for each reply, so that the statements of a transaction could not be sent together. */
function driverOf(pool: PostgresPool): Driver {
  return {
    init: async () => undefined,
    acquireConnection: () => pool.connect(),
    beginTransaction: (lease: Lease, { isolationLevel, accessMode }: TransactionSettings) =>
      lease.begin(
        ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode]
          .filter(Boolean)
          .join(' '),
      ),
    commitTransaction: (lease: Lease) => lease.commit(),
    rollbackTransaction: (lease: Lease) => lease.rollback(),
    savepoint: (lease: Lease, name) => statement(lease, `savepoint "${name}"`),
    rollbackToSavepoint: (lease: Lease, name) => statement(lease, `rollback to "${name}"`),
    releaseSavepoint: (lease: Lease, name) => statement(lease, `release "${name}"`),
    releaseConnection: async (lease: Lease) => lease.release(),
    destroy: () => pool.end(),
  }
}

async function statement(lease: Lease, text: string): Promise<void> {
  await lease.ask(text)
}

class PostgresEngineAdapter extends PostgresAdapter implements EngineAdapter {
  readonly engine = 'postgres'
  readonly plans = new WeakMap<object, Plan>()
  readonly #pool: PostgresPool
  readonly #leases = new WeakMap<QueryExecutor, Lease>()

  constructor(pool: PostgresPool) {
    super()
    this.#pool = pool
  }

  async perform<Row>(
    executor: QueryExecutor,
    inTransaction: boolean,
    { sql, isQuick }: Plan,
    parameters: readonly unknown[],
  ): Promise<QueryResult<Row>> {
    const held = this.#leases.get(executor) ?? (inTransaction ? await this.hold(executor) : undefined)
    return held ? held.ask<Row>(sql, parameters) : this.#pool.ask<Row>(sql, parameters, isQuick)
  }

  readTogether<Schema, Result>(
    db: Kysely<Schema>,
    read: (db: Kysely<Schema>) => Promise<Result>,
  ): Promise<Result> {
    if (db.isTransaction) return read(db)
    return db.connection().execute(async (held) => {
      await this.hold(held.getExecutor())
      return read(held)
    })
  }

  /** Holds the connection: Kysely itself would use it for one query after the other. */
  async hold(executor: QueryExecutor): Promise<Lease> {
    const lease = await executor.provideConnection((connection) => Promise.resolve(connection))
    if (!(lease instanceof Lease)) throw new Error('not a connection of this database')
    this.#leases.set(executor, lease)
    return lease
  }
}
