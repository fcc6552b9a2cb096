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
import { runAfterCommit } from './after-commit.ts'
import type { EngineAdapter, Plan } from './engine.ts'
import type { PostgresOptions } from './postgres-connection.ts'
import { HeldConnection, PostgresPool } from './postgres-pool.ts'

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
    acquireConnection: async () => new HeldConnection(pool),
    beginTransaction: (held: HeldConnection, { isolationLevel, accessMode }: TransactionSettings) =>
      held.begin(
        ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode]
          .filter(Boolean)
          .join(' '),
      ),
    commitTransaction: async (held: HeldConnection) => {
      await held.commit()
      runAfterCommit(held)
    },
    rollbackTransaction: (held: HeldConnection) => held.rollback(),
    savepoint: (held: HeldConnection, name) => statement(held, `savepoint "${name}"`),
    rollbackToSavepoint: (held: HeldConnection, name) => statement(held, `rollback to "${name}"`),
    releaseSavepoint: (held: HeldConnection, name) => statement(held, `release "${name}"`),
    releaseConnection: async (held: HeldConnection) => held.release(),
    destroy: () => pool.end(),
  }
}

async function statement(held: HeldConnection, text: string): Promise<void> {
  await held.ask(text)
}

class PostgresEngineAdapter extends PostgresAdapter implements EngineAdapter {
  readonly engine = 'postgres'
  readonly plans = new WeakMap<object, Plan>()
  readonly #pool: PostgresPool
  readonly #held = new WeakMap<QueryExecutor, HeldConnection>()

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
    const held = this.#held.get(executor) ?? (inTransaction ? await this.hold(executor) : undefined)
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
  async hold(executor: QueryExecutor): Promise<HeldConnection> {
    const held = await executor.provideConnection((connection) => Promise.resolve(connection))
    if (!(held instanceof HeldConnection)) throw new Error('not a connection of this database')
    this.#held.set(executor, held)
    return held
  }
}
