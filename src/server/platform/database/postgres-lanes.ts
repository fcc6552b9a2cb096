import { Client, type ClientConfig, type QueryConfig, type QueryResult } from 'pg'
import { together } from './postgres-statements.ts'

/** Enough that one reading that takes long has another to go past it. */
const LANES = 2

/**
 * Connections that many readings share at the same time, each sent before the others are answered: a connection of its
 * own for each would cost the server and the system as much again as the reading. Only what is read at once by its
 * key belongs here, for answers come in the order of the questions.
 */
export class PostgresLanes {
  readonly #lanes: readonly Lane[]

  constructor(config: ClientConfig, onLost: (error: Error) => void) {
    this.#lanes = Array.from({ length: LANES }, () => new Lane(config, onLost))
  }

  /** A reading outside any transaction. */
  ask(statement: QueryConfig): Promise<QueryResult> {
    let free = this.#lanes[0]
    for (const lane of this.#lanes) if (free === undefined || lane.waiting < free.waiting) free = lane
    if (free === undefined) throw new Error('no lane')
    return free.ask(statement)
  }

  /** Closes the connections once what is under way is answered. */
  async close(): Promise<void> {
    await Promise.all(this.#lanes.map((lane) => lane.close()))
  }
}

class Lane {
  /** Readings under way. */
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

  /** Opened at its first use, and again when it broke. */
  #connect(): Promise<Client> {
    const client = new Client(this.#config)
    // A connection that breaks says so twice. Between the two another one may have taken its place, which stays.
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
