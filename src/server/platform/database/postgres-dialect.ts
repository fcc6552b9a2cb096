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
/** Longer than people think between two requests: a new connection costs as much as twenty readings. */
const IDLE_LIMIT_MS = 300_000

/**
 * For the planner: what it looks up lies in memory or on a disk without arms, where one page costs as much as the next;
 * left to its default it reads whole tables for the hundred rows of a page. Compiling takes longer than any statement
 * here runs. What `options` of the address says comes before.
 */
const PLANNING = '-c random_page_cost=1.1 -c jit=off'

const { INT8, NUMERIC, BOOL } = types.builtins

// As SQLite answers: numbers, and 0 or 1 for what is true or not. Identifiers and milliseconds stay
// far below 2^53; a sum beyond it would be wrong in silence, so it is refused.
const parsers: Record<number, (text: string) => number> = {
  [INT8]: safeNumber,
  [NUMERIC]: Number,
  [BOOL]: (text) => (text === 't' ? 1 : 0),
}

export interface PostgresOptions {
  url: string
  poolSize?: number
  /** Told of connections that break while nobody uses them; the pool opens others. */
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
      // What a transaction asks at once goes out at once, without waiting for each answer.
      pipeline: true,
      types: {
        getTypeParser: (id, format = 'text') =>
          (format === 'text' && parsers[id]) || types.getTypeParser(id, format),
      },
    }
    const pool = new Pool({ ...config, max: poolSize, idleTimeoutMillis: IDLE_LIMIT_MS })
    // Without a listener, a connection that breaks would end the process: while it is idle the pool
    // tells of it, while a transaction holds it only the connection itself.
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

  /** Waits for what is under way, then closes every connection. */
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

  /** Kysely itself would lend the connection to one query after the other. */
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
 * Runs a transaction again when PostgreSQL gave it up for another's sake (serialization failure,
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
