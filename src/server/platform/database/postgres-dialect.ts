import {
  PostgresAdapter,
  PostgresDialect as KyselyPostgresDialect,
  type Kysely,
  type QueryExecutor,
  type QueryResult,
} from 'kysely'
import { Pool, types, type ClientConfig } from 'pg'
import type { EngineAdapter, Plan } from './engine.ts'
import { PostgresDriver, PostgresHand } from './postgres-driver.ts'
import { PostgresLanes } from './postgres-lanes.ts'
import { answerOf, namedStatements, type StatementOf } from './postgres-statements.ts'
import { postgresCode } from './problems.ts'

const DEFAULT_POOL_SIZE = 10
const STATEMENT_LIMIT_MS = 30_000
const CONNECTING_LIMIT_MS = 10_000
/** Longer than the pause between a user's requests: a new connection costs as much as twenty reads. */
const IDLE_LIMIT_MS = 300_000

/**
 * Options of the planner. Data is in memory or on a solid-state disk, where random pages cost as much as sequential ones;
 * with the default it reads whole tables for the hundred rows of a page. JIT compilation takes longer than any statement
 * here. `options` of the address take precedence.
 */
const PLANNING = '-c random_page_cost=1.1 -c jit=off'

const { INT8, NUMERIC, BOOL } = types.builtins

// As SQLite: numbers, and 0 or 1 for booleans. Identifiers and milliseconds stay far below 2^53; a larger sum would be
// silently wrong, so it throws.
const parsers: Record<number, (text: string) => number> = {
  [INT8]: safeNumber,
  [NUMERIC]: Number,
  [BOOL]: (text) => (text === 't' ? 1 : 0),
}

export interface PostgresOptions {
  url: string
  poolSize?: number
  /** Called for idle connections that break; the pool opens others. */
  onLost?: (error: Error) => void
}

/** Kysely's own dialect, on a driver that pipelines and whose statements are prepared once per connection. */
export class PostgresDialect extends KyselyPostgresDialect {
  readonly #pool: Pool
  readonly #lanes: PostgresLanes
  readonly #statementOf = namedStatements()
  readonly #adapter: PostgresEngineAdapter
  #closed: Promise<unknown> | undefined

  constructor({ url, poolSize = DEFAULT_POOL_SIZE, onLost }: PostgresOptions) {
    const config: ClientConfig = {
      connectionString: url,
      connectionTimeoutMillis: CONNECTING_LIMIT_MS,
      statement_timeout: STATEMENT_LIMIT_MS,
      idle_in_transaction_session_timeout: STATEMENT_LIMIT_MS,
      application_name: 'trousseau',
      options: PLANNING,
      keepAlive: true,
      // Concurrent statements of a transaction are sent without waiting for each reply.
      pipeline: true,
      types: {
        getTypeParser: (id, format = 'text') =>
          (format === 'text' && parsers[id]) || types.getTypeParser(id, format),
      },
    }
    const pool = new Pool({ ...config, max: poolSize, idleTimeoutMillis: IDLE_LIMIT_MS })
    // Without a listener, a broken connection would end the process. The pool reports an idle one; during a transaction
    // only the connection itself does.
    pool.on('error', (error) => onLost?.(error))
    pool.on('connect', (client) => client.on('error', () => undefined))
    super({ pool })
    this.#pool = pool
    this.#lanes = new PostgresLanes(config, (error) => onLost?.(error))
    this.#adapter = new PostgresEngineAdapter(pool, this.#lanes, this.#statementOf)
  }

  override createAdapter(): PostgresEngineAdapter {
    return this.#adapter
  }

  override createDriver(): PostgresDriver {
    return new PostgresDriver(this.#pool, this.#statementOf)
  }

  /** Waits for pending work, then closes every connection. */
  async close(): Promise<void> {
    this.#closed ??= Promise.all([this.#pool.end(), this.#lanes.close()])
    await this.#closed
  }
}

class PostgresEngineAdapter extends PostgresAdapter implements EngineAdapter {
  readonly engine = 'postgres'
  readonly plans = new WeakMap<object, Plan>()
  readonly #pool: Pool
  readonly #lanes: PostgresLanes
  readonly #statementOf: StatementOf
  readonly #hands = new WeakMap<QueryExecutor, PostgresHand>()

  constructor(pool: Pool, lanes: PostgresLanes, statementOf: StatementOf) {
    super()
    this.#pool = pool
    this.#lanes = lanes
    this.#statementOf = statementOf
  }

  async perform<Row>(
    executor: QueryExecutor,
    inTransaction: boolean,
    plan: Plan,
    parameters: readonly unknown[],
  ): Promise<QueryResult<Row>> {
    const held = this.#hands.get(executor) ?? (inTransaction ? await this.#hold(executor) : undefined)
    if (held) return held.ask<Row>(plan.sql, parameters)
    const statement = this.#statementOf(plan.sql, parameters)
    const answer = plan.isQuick ? this.#lanes.ask(statement) : this.#pool.query(statement)
    return answerOf<Row>(await answer)
  }

  readTogether<Schema, Result>(
    db: Kysely<Schema>,
    read: (db: Kysely<Schema>) => Promise<Result>,
  ): Promise<Result> {
    if (db.isTransaction) return read(db)
    return db.connection().execute(async (held) => {
      await this.#hold(held.getExecutor())
      return read(held)
    })
  }

  /** Holds the connection: Kysely itself would use it for one query after the other. */
  async #hold(executor: QueryExecutor): Promise<PostgresHand> {
    const hand = await executor.provideConnection((connection) => Promise.resolve(connection))
    if (!(hand instanceof PostgresHand)) throw new Error('not a connection of this database')
    this.#hands.set(executor, hand)
    return hand
  }
}

function safeNumber(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError('a bigint beyond 2^53 - 1 came from the database')
  return number
}

const worthRetrying = ['40001', '40P01']

/**
 * Retries a transaction that PostgreSQL rolled back because of another one (serialization failure,
 * deadlock). `work` must be the whole transaction, and harmless to repeat. SQLite never needs it.
 */
export async function retrying<T>(work: () => Promise<T>, attempts = 5): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= attempts || !worthRetrying.includes(postgresCode(error) ?? '')) throw error
    }
  }
}
