import { Client, type ClientConfig, type QueryConfig, type QueryResult } from 'pg'
import { together } from './postgres-statements.ts'

/** Two, so that reads can pass a slow one. */
const LANES = 2

/**
 * Connections that many reads share by pipelining: a connection for each read would double its cost. Use them only for
 * quick reads by key, since replies arrive in the order of the queries.
 */
export class PostgresLanes {
  readonly #lanes: readonly Lane[]

  constructor(config: ClientConfig, onLost: (error: Error) => void) {
    this.#lanes = Array.from({ length: LANES }, () => new Lane(config, onLost))
  }

  /** Runs a read outside any transaction. */
  ask(statement: QueryConfig): Promise<QueryResult> {
    let free = this.#lanes[0]
    for (const lane of this.#lanes) if (free === undefined || lane.waiting < free.waiting) free = lane
    if (free === undefined) throw new Error('no lane')
    return free.ask(statement)
  }

  /** Closes the connections once pending reads are answered. */
  async close(): Promise<void> {
    await Promise.all(this.#lanes.map((lane) => lane.close()))
  }
}

class Lane {
  /** The number of pending reads. */
  waiting = 0
  readonly #config: ClientConfig
  readonly #onLost: (error: Error) => void
  #client: Promise<Client> | undefined
  #isClosed = false

  constructor(config: ClientConfig, onLost: (error: Error) => void) {
    this.#config = config
    this.#onLost = onLost
  }

  async ask(statement: QueryConfig): Promise<QueryResult> {
    if (this.#isClosed) throw new Error('the database is closed')
    this.waiting += 1
    try {
      this.#client ??= this.#connect()
      return await together(await this.#client, statement)
    } finally {
      this.waiting -= 1
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const client = await this.#client?.catch(() => undefined)
    await client?.end()
  }

  /** Opens the connection, at its first use and after it broke. */
  #connect(): Promise<Client> {
    const client = new Client(this.#config)
    // A broken connection emits two events. Between them another one may have replaced it, which stays.
    const forget = (): void => {
      if (this.#client === connecting) this.#client = undefined
    }
    client.on('error', (error) => {
      forget()
      this.#onLost(error)
    })
    client.on('end', forget)
    const connecting = client.connect().then(
      () => client,
      (error: unknown) => {
        forget()
        throw error
      },
    )
    return connecting
  }
}
