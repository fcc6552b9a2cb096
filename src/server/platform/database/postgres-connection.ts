import { Client, types, type ClientConfig } from 'pg'

/** As `TROUSSEAU_DATABASE_STATEMENT_SECONDS`. */
export const DEFAULT_STATEMENT_MS = 30_000

/**
 * Options of the planner. Data is in memory or on a solid-state disk, where random pages cost as much as sequential ones;
 * with the default it reads whole tables for the hundred rows of a page. JIT compilation takes longer than any statement
 * here. `options` of the address take precedence.
 */
const PLANNING = '-c random_page_cost=1.1 -c jit=off'

export interface PostgresOptions {
  url: string
  poolSize?: number
  /** Behind pgbouncer in transaction mode: no named statements, and no parameters at the start of a connection. */
  isPooled?: boolean
  /** Limits in milliseconds: of a new connection, of the wait for a free one, of a statement, of the wait for a lock. */
  connectMs?: number
  acquireMs?: number
  statementMs?: number
  lockMs?: number
  /** Called for each loss of a connection, and for each one that cannot be opened. */
  onLost?: (error: Error) => void
}

const { INT8, NUMERIC, BOOL } = types.builtins

// As SQLite: numbers, and 0 or 1 for booleans. Identifiers and milliseconds stay far below 2^53; a larger sum would be
// silently wrong, so it throws.
const parsers: Record<number, (text: string) => number> = {
  [INT8]: safeNumber,
  [NUMERIC]: Number,
  [BOOL]: (text) => (text === 't' ? 1 : 0),
}

function safeNumber(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError('a bigint beyond 2^53 - 1 came from the database')
  return number
}

/** A connection that remembers its loss. */
export class Connection extends Client {
  declare readonly processID: number
  readonly address: string
  lost: Error | undefined
  /** Whether its host was found silent or read-only. It is closed when it is free. */
  isStale = false

  constructor(address: string, config: ClientConfig) {
    super({ ...config, connectionString: address })
    this.address = address
    this.on('error', (error) => (this.lost ??= error))
  }

  /** Closes the connection without waiting for a server that may not answer. */
  cut(error: Error): void {
    this.lost ??= error
    this.connection.stream.destroy()
  }
}

/** Returns the settings of each connection. */
export function configOf({
  isPooled = false,
  connectMs = 3_000,
  statementMs = DEFAULT_STATEMENT_MS,
  lockMs = 20_000,
}: PostgresOptions): ClientConfig {
  return {
    connectionTimeoutMillis: connectMs,
    application_name: 'trousseau',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Concurrent statements of a transaction are sent without waiting for each reply.
    pipeline: true,
    types: {
      getTypeParser: (id, format = 'text') =>
        (format === 'text' && parsers[id]) || types.getTypeParser(id, format),
    },
    ...(!isPooled && {
      statement_timeout: statementMs,
      lock_timeout: lockMs,
      idle_in_transaction_session_timeout: statementMs,
      options: PLANNING,
    }),
  }
}
