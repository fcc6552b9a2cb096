import { setTimeout as pause } from 'node:timers/promises'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { Pool, type Client, type ClientConfig, type PoolClient, type QueryResult as Answer } from 'pg'
import { configOf, Connection, DEFAULT_STATEMENT_MS, type PostgresOptions } from './postgres-connection.ts'
import type { StatementWatch } from './engine.ts'
import { hostsOf, refusesWrites, wantsPrimary } from './postgres-url.ts'
import { DatabaseAway, awayReasonOf, postgresCode } from './problems.ts'

/** Longer than the pause between a user's requests: a new connection costs as much as twenty reads. */
const IDLE_LIMIT_MS = 300_000
/** The time during which a statement that is safe to repeat is repeated before its caller learns of the loss. */
const REPEATING_MS = 3_000
const BETWEEN_TRIES_MS = 100
/** A statement without a reply for so long is looked for among those that the server runs. */
const QUIET_MS = 3_000
/** A reply on its way when the server was asked arrives within this time. */
const ARRIVING_MS = 200
/** A server closes its side within this time after the client has. */
const FAREWELL_MS = 500
const NAMED_STATEMENTS = 500

type PooledConnection = PoolClient & Connection

/** The pool of `pg`, which finds the server again after a loss and repeats what is safe to repeat. */
export class PostgresPool {
  /** Share two connections, so that reads can pass a slow one: a connection for each read would double its cost. */
  readonly #shared = [new HeldConnection(this), new HeldConnection(this)]
  readonly #pool: Pool
  readonly #hosts: readonly string[]
  readonly #onLost: (error: Error) => void
  readonly #config: ClientConfig
  readonly #replyMs: number
  /** The names of prepared statements; undefined behind pgbouncer. */
  readonly #names: Map<string, string> | undefined
  /** Called after each commit, with its time in seconds. */
  onCommit: ((seconds: number) => void) | undefined
  /** Called after each statement. */
  onStatement: StatementWatch | undefined
  readonly #open = new Set<Connection>()
  #host = 0
  #closed: Promise<void> | undefined

  constructor(options: PostgresOptions) {
    const { url, acquireMs = 10_000, statementMs = DEFAULT_STATEMENT_MS, isPooled = false } = options
    this.#hosts = hostsOf(url)
    this.#onLost = options.onLost ?? (() => undefined)
    this.#names = isPooled ? undefined : new Map()
    // The server ends a slow statement itself.
    this.#replyMs = statementMs + QUIET_MS
    this.#config = configOf(options)
    const connectionOf = () => this.#connection()
    this.#pool = new Pool({
      // One besides those that are shared.
      max: Math.max(3, options.poolSize ?? 10),
      idleTimeoutMillis: IDLE_LIMIT_MS,
      connectionTimeoutMillis: acquireMs,
      // A function that is called with `new` may return another object.
      Client: function connection() {
        return connectionOf()
      } as unknown as new () => Client,
      ...(wantsPrimary(url) && {
        onConnect: (client) => requirePrimary(client, this.#config.connectionTimeoutMillis),
      }),
    })
    this.#pool.on('error', (error) => this.#onLost(error))
    this.#pool.on('connect', (client) => this.#open.add(client as PooledConnection))
    this.#pool.on('remove', (client) => this.#open.delete(client as PooledConnection))
  }

  #connection(address = this.#hosts[this.#host] ?? '', settings: ClientConfig = {}): Connection {
    return new Connection(address, { ...this.#config, ...settings })
  }

  /** Runs a statement outside any transaction; quick reads share connections, where a longer one would delay others. */
  async ask<Row>(text: string, parameters: readonly unknown[], isQuick: boolean): Promise<QueryResult<Row>> {
    if (isQuick) {
      const [one, other] = this.#shared as [HeldConnection, HeldConnection]
      return (one.waiting <= other.waiting ? one : other).ask(text, parameters)
    }
    const held = new HeldConnection(this)
    try {
      return await held.ask(text, parameters)
    } finally {
      held.release()
    }
  }

  /** Returns a connection; each host is tried once, and all of them again until `until`. @throws DatabaseAway */
  async acquire(until: number): Promise<PooledConnection> {
    let refusals = 0
    for (let tries = 1; ; tries += 1) {
      const host = this.#host
      try {
        const client = (await this.#pool.connect()) as PooledConnection
        if (!client.isStale) return client
        client.release(true)
        tries -= 1
      } catch (error) {
        if (this.#closed) throw error
        // A password that was changed, a certificate that expired: a connection that cannot be opened is a loss.
        const reason = awayReasonOf(error) ?? 'REFUSED'
        const away = new DatabaseAway(reason, error)
        this.#onLost(away)
        // The pool itself has no free connection: no host is lost, and the caller has waited.
        if (reason === 'FULL' && postgresCode(error) === undefined) throw away
        if (this.#host === host) this.#host = (host + 1) % this.#hosts.length
        if (reason === 'REFUSED') refusals += 1
        const isLate = performance.now() + BETWEEN_TRIES_MS > until
        if (refusals >= this.#hosts.length || (tries >= this.#hosts.length && isLate)) throw away
        if (tries % this.#hosts.length === 0) await pause(BETWEEN_TRIES_MS)
      }
    }
  }

  /** Sends a statement. Its connection is cut when the server does not know of it, or when no reply comes. */
  async send(
    client: Connection,
    text: string,
    parameters: readonly unknown[],
    replyMs = this.#replyMs,
  ): Promise<Answer> {
    const since = performance.now()
    const until = since + replyMs
    let timer: NodeJS.Timeout | undefined
    const look = async (): Promise<void> => {
      const isRunning = performance.now() < until && (await this.#isRunning(client))
      if (timer === undefined) return
      if (isRunning) timer = setTimeout(() => void look(), QUIET_MS)
      else timer = setTimeout(() => client.cut(new DatabaseAway('SILENT')), ARRIVING_MS)
    }
    timer = setTimeout(() => void look(), QUIET_MS)
    try {
      const name = this.#nameOf(text)
      const values = [...parameters]
      // One packet for all statements of this turn of the event loop.
      const { stream } = client.connection
      stream.cork()
      process.nextTick(() => stream.uncork())
      return await client.query(name === undefined ? { text, values } : { name, text, values })
    } finally {
      clearTimeout(timer)
      timer = undefined
      this.onStatement?.(text, since)
    }
  }

  /** Closes a lost connection. A silent or read-only one shows that its host is: all others are closed at their end. */
  drop(client: PooledConnection, away: DatabaseAway): void {
    this.#onLost(away)
    client.cut(away)
    client.release(true)
    if (away.reason === 'LOST') return
    for (const other of this.#open) other.isStale = true
    for (let idle = this.#pool.idleCount; idle > 0; idle -= 1)
      void this.#pool.connect().then(
        (other) => other.release(true),
        () => undefined,
      )
  }

  /**
   * Asks the server of a connection, on a new one, whether it runs its statement. A server that answers and refuses the
   * new connection may run it.
   */
  async #isRunning({ address, processID }: Connection): Promise<boolean> {
    const probe = this.#connection(address, { query_timeout: QUIET_MS })
    try {
      await probe.connect()
      // pgbouncer has process ids of its own.
      if (this.#names === undefined) return true
      const asked = "select from pg_stat_activity where pid = $1 and state <> 'idle'"
      return (await probe.query(asked, [processID])).rowCount !== 0
    } catch (error) {
      const reason = awayReasonOf(error)
      return reason === undefined || reason === 'FULL'
    } finally {
      probe.cut(new Error('asked'))
    }
  }

  /** Whether the process that runs statements is not the one that accepted the connection. */
  async isBehindPooler(): Promise<boolean> {
    const client = await this.acquire(performance.now() + REPEATING_MS)
    try {
      const asked = { text: 'select pg_backend_pid() as pid', query_timeout: QUIET_MS }
      const { rows } = await client.query<{ pid: number }>(asked)
      return rows[0]?.pid !== client.processID
    } finally {
      client.release()
    }
  }

  /** Returns how many connections there are, and how many requests wait for one. */
  measure(): { waiting: number; connections: { open: number; idle: number; limit: number } } {
    const { totalCount, idleCount, waitingCount, options } = this.#pool
    return {
      waiting: waitingCount,
      connections: { open: totalCount, idle: idleCount, limit: options.max },
    }
  }

  /** Waits for statements in flight, then closes every connection. */
  end(): Promise<void> {
    this.#closed ??= this.#end()
    return this.#closed
  }

  async #end(): Promise<void> {
    for (const held of this.#shared) held.release()
    await this.#pool.end()
    // A silent server never closes its side, and such a socket would keep the process alive.
    if (this.#open.size > 0) await this.#allClosed(FAREWELL_MS)
    for (const client of this.#open) client.cut(new Error('closed'))
  }

  /** Resolves once the server has closed its side of every connection, or after a limit. */
  #allClosed(limitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const limit = setTimeout(resolve, limitMs)
      this.#pool.on('remove', () => {
        if (this.#open.size > 0) return
        clearTimeout(limit)
        resolve()
      })
    })
  }

  /** Names a statement, so that each connection prepares it once; beyond the bound, further ones are not prepared. */
  #nameOf(text: string): string | undefined {
    const names = this.#names
    const known = names?.get(text)
    if (known !== undefined || names === undefined) return known
    const mayBeNamed = /^\s*(?:select|insert|update|delete|with)\b/.test(text) && !returnsAll.test(text)
    if (names.size >= NAMED_STATEMENTS || !mayBeNamed) return undefined
    const name = `q${names.size}`
    names.set(text, name)
    return name
  }
}

/**
 * A prepared statement that returns all columns fails once a newer node has added one (0A000, "cached plan must not change
 * result type"), on each connection and until that is closed.
 */
const returnsAll = /[ ,.]\*/

/** The limit of `pg` for the opening of a connection does not include this question. */
async function requirePrimary(client: Pick<Client, 'query'>, limitMs: number | undefined): Promise<void> {
  const asked = { text: `select ${refusesWrites} as refuses`, query_timeout: limitMs }
  const { rows } = await client.query<{ refuses: number }>(asked)
  if (rows[0]?.refuses !== 0) throw new DatabaseAway('READ_ONLY')
}

/** Outside a transaction these may be repeated. */
const changesNothing = /^\s*(?:select|begin)\b/i
const changing = ['INSERT', 'UPDATE', 'DELETE', 'MERGE']

/** A connection while a query, a transaction or the quick reads have it; another one once it is lost. */
export class HeldConnection implements DatabaseConnection {
  /** The number of statements without a reply. */
  waiting = 0
  readonly #pool: PostgresPool
  #client: Promise<PooledConnection> | undefined
  /** The connection once `#client` has resolved. */
  #held: PooledConnection | undefined
  #isInTransaction = false
  #isOver = false
  /** Undefined for the pool's own limit. */
  #replyMs: number | undefined

  constructor(pool: PostgresPool) {
    this.#pool = pool
  }

  executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    return this.ask<Row>(sql, parameters)
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    const { rows } = await this.executeQuery<Row>(query)
    for (let from = 0; from < rows.length; from += chunkSize)
      yield { rows: rows.slice(from, from + chunkSize) }
  }

  async begin(text: string): Promise<void> {
    await this.ask(text)
    this.#isInTransaction = true
  }

  async commit(): Promise<void> {
    this.#isOver = true
    const since = performance.now()
    const { command } = await this.#send('commit', [])
    this.#pool.onCommit?.((performance.now() - since) / 1_000)
    this.#isInTransaction = false
    // PostgreSQL's reply to a commit after a failed statement, even if its failure was caught.
    if (command === 'ROLLBACK')
      throw new Error('the transaction was rolled back: one of its statements had failed')
  }

  async rollback(): Promise<void> {
    this.#isOver = true
    try {
      await this.#send('rollback', [])
    } catch (error) {
      // The server rolls back by itself when it loses the connection.
      if (!(error instanceof DatabaseAway)) throw error
    }
    this.#isInTransaction = false
  }

  async ask<Row>(text: string, parameters: readonly unknown[] = []): Promise<QueryResult<Row>> {
    if (this.#isOver) throw new Error('the transaction has ended')
    const { command, rowCount, rows } = await this.#send(text, parameters)
    // A transaction that lifts the server's limit waits as long here.
    if (text === 'set local statement_timeout = 0') this.#replyMs = Infinity
    return changing.includes(command)
      ? { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) }
      : { rows: rows as Row[] }
  }

  release(): void {
    this.#isOver = true
    this.#giveBack()
  }

  #giveBack(): void {
    const client = this.#client
    this.#client = undefined
    this.#held = undefined
    void client?.then(
      (held) => held.release(held.isStale || this.#isInTransaction),
      () => undefined,
    )
  }

  /** Sends a statement behind pending ones, and again on another connection if that is safe. @throws DatabaseAway */
  async #send(text: string, parameters: readonly unknown[]): Promise<Answer> {
    this.waiting += 1
    try {
      for (let [until, tries] = [0, 1]; ; tries += 1) {
        const client = await this.#hold(until || performance.now() + REPEATING_MS)
        const isUnsent = client.lost !== undefined
        try {
          return await this.#pool.send(client, text, parameters, this.#replyMs)
        } catch (error) {
          const reason = client.lost ? (awayReasonOf(client.lost) ?? 'LOST') : awayReasonOf(error)
          if (reason === undefined) throw error
          const isSafe = isUnsent || reason === 'READ_ONLY' || changesNothing.test(text)
          const isEnd = !this.#isInTransaction || text === 'commit'
          const away = new DatabaseAway(reason, error, isEnd && !isSafe)
          this.#drop(client, away)
          until ||= performance.now() + REPEATING_MS
          if (this.#isInTransaction || !isSafe || performance.now() > until) throw away
          // At once on a connection that is open. A server that refuses each statement is not asked in a loop.
          if (tries > 1) await pause(BETWEEN_TRIES_MS)
        }
      }
    } finally {
      this.waiting -= 1
    }
  }

  /** Returns the connection; outside a transaction another one if it is lost or stale. */
  async #hold(until: number): Promise<PooledConnection> {
    if (!this.#client && this.#isInTransaction) throw new DatabaseAway('LOST')
    const asked = (this.#client ??= this.#pool.acquire(until))
    try {
      const client = await asked
      if (this.#client === asked) this.#held = client
      if (!client.isStale || this.#isInTransaction) return client
      if (this.#client === asked) this.#giveBack()
    } catch (error) {
      if (this.#client === asked) this.#client = undefined
      throw error
    }
    return this.#hold(until)
  }

  /** Concurrent statements lose the same connection: the first of them drops it. */
  #drop(client: PooledConnection, away: DatabaseAway): void {
    if (this.#held !== client) return
    this.#client = undefined
    this.#held = undefined
    this.#pool.drop(client, away)
  }
}
