import { createHash } from 'node:crypto'
import {
  PostgresAdapter,
  PostgresDialect as KyselyPostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type QueryExecutor,
  type QueryResult,
} from 'kysely'
import { Pool, types, type PoolClient, type QueryConfig } from 'pg'
import type { EngineAdapter, Plan } from './engine.ts'
import { postgresCode } from './problems.ts'

const DEFAULT_POOL_SIZE = 10
const STATEMENT_LIMIT_MS = 30_000
const CONNECTING_LIMIT_MS = 10_000
const NAMED_STATEMENTS = 500

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

/** Kysely's own dialect, on a pool whose statements are prepared once per connection under a stable name. */
export class PostgresDialect extends KyselyPostgresDialect {
  readonly pool: Pool
  readonly #adapter: PostgresEngineAdapter

  constructor({ url, poolSize = DEFAULT_POOL_SIZE, onLost }: PostgresOptions) {
    const pool = new Pool({
      connectionString: url,
      max: poolSize,
      connectionTimeoutMillis: CONNECTING_LIMIT_MS,
      statement_timeout: STATEMENT_LIMIT_MS,
      idle_in_transaction_session_timeout: STATEMENT_LIMIT_MS,
      application_name: 'trousseau',
      keepAlive: true,
      // What a transaction asks at once goes out at once, without waiting for each answer.
      pipeline: true,
      types: {
        getTypeParser: (id, format = 'text') =>
          (format === 'text' && parsers[id]) || types.getTypeParser(id, format),
      },
    })
    // Without a listener, a connection that breaks would end the process: while it is idle the pool
    // tells of it, while a transaction holds it only the connection itself.
    pool.on('error', (error) => onLost?.(error))
    pool.on('connect', (client) => client.on('error', () => undefined))
    const statementOf = namedStatements()
    super({ pool: namingPool(pool, statementOf) })
    this.pool = pool
    this.#adapter = new PostgresEngineAdapter(pool, statementOf)
  }

  override createAdapter(): PostgresEngineAdapter {
    return this.#adapter
  }
}

class PostgresEngineAdapter extends PostgresAdapter implements EngineAdapter {
  readonly engine = 'postgres'
  readonly plans = new WeakMap<object, Plan>()
  readonly #pool: Pool
  readonly #statementOf: StatementOf

  constructor(pool: Pool, statementOf: StatementOf) {
    super()
    this.#pool = pool
    this.#statementOf = statementOf
  }

  async perform<Row>(
    executor: QueryExecutor,
    inTransaction: boolean,
    plan: Plan,
    parameters: readonly unknown[],
  ): Promise<QueryResult<Row>> {
    const { sql, query, queryId } = plan
    // In a transaction Kysely lends the connection to one query after the other.
    if (inTransaction) return executor.executeQuery<Row>({ sql, query, queryId, parameters })
    const { rows, rowCount } = await this.#pool.query(this.#statementOf(sql, parameters))
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
  }
}

type StatementOf = (sql: string, parameters: readonly unknown[]) => QueryConfig

/** Gives each text its name; beyond the bound, texts are too many to be worth a plan on the server. */
function namedStatements(): StatementOf {
  const names = new Map<string, string>()
  const nameOf = (sql: string): string | undefined => {
    const known = names.get(sql)
    if (known !== undefined) return known
    if (names.size >= NAMED_STATEMENTS || !/^\s*(?:select|insert|update|delete|with)\b/.test(sql))
      return undefined
    const name = `q${createHash('sha256').update(sql).digest('hex').slice(0, 24)}`
    names.set(sql, name)
    return name
  }
  return (text, parameters) => {
    const [name, values] = [nameOf(text), [...parameters]]
    return name === undefined ? { text, values } : { name, text, values }
  }
}

function namingPool(pool: Pool, statementOf: StatementOf): PostgresPool {
  // Kysely recognises a connection by its object: the same one must come each time.
  const clients = new WeakMap<PoolClient, PostgresPoolClient>()
  const wrap = (client: PoolClient): PostgresPoolClient => {
    const query = (sql: string, parameters: readonly unknown[]) => client.query(statementOf(sql, parameters))
    const wrapped = {
      // Kysely also declares cursors, which this dialect does not offer.
      query: query as unknown as PostgresPoolClient['query'],
      release: (destroy?: boolean) => client.release(destroy),
    }
    clients.set(client, wrapped)
    return wrapped
  }
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect()
      return clients.get(client) ?? wrap(client)
    },
    end: () => pool.end(),
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
