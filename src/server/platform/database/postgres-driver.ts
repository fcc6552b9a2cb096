import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { answerOf, together, type StatementOf } from './postgres-statements.ts'

/**
 * Kysely's driver over the pool. Unlike Kysely's own, it does not wait at each step: `begin` is sent with the first
 * statement, and concurrent statements are pipelined.
 */
export class PostgresDriver implements Driver {
  readonly #pool: Pool
  readonly #statementOf: StatementOf

  constructor(pool: Pool, statementOf: StatementOf) {
    this.#pool = pool
    this.#statementOf = statementOf
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresHand> {
    return new PostgresHand(await this.#pool.connect(), this.#statementOf)
  }

  async beginTransaction(
    hand: PostgresHand,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`
    hand.begin(`begin${level}${accessMode === undefined ? '' : ` ${accessMode}`}`)
  }

  commitTransaction(hand: PostgresHand): Promise<void> {
    return hand.commit()
  }

  rollbackTransaction(hand: PostgresHand): Promise<void> {
    return hand.rollback()
  }

  async savepoint(hand: PostgresHand, name: string): Promise<void> {
    await hand.ask(`savepoint "${name}"`, [])
  }

  async rollbackToSavepoint(hand: PostgresHand, name: string): Promise<void> {
    await hand.ask(`rollback to "${name}"`, [])
  }

  async releaseSavepoint(hand: PostgresHand, name: string): Promise<void> {
    await hand.ask(`release "${name}"`, [])
  }

  async releaseConnection(hand: PostgresHand): Promise<void> {
    hand.release()
  }

  // The dialect's owner closes the connections.
  async destroy(): Promise<void> {}
}

/** A connection while one transaction, or one query, has it. */
export class PostgresHand implements DatabaseConnection {
  readonly #client: PoolClient
  readonly #statementOf: StatementOf
  #begun: Promise<unknown> | undefined
  /** Why the transaction never began; its statements then ran outside of any. */
  #failure: { readonly error: unknown } | undefined
  #isOver = false
  #isBroken = false

  constructor(client: PoolClient, statementOf: StatementOf) {
    this.#client = client
    this.#statementOf = statementOf
  }

  /** Sends `begin` without waiting: its reply precedes that of any statement. */
  begin(text: string): void {
    this.#begun = together(this.#client, { text })
    this.#begun.catch((error: unknown) => (this.#failure = { error }))
  }

  /** Sends a statement immediately, behind pending ones. */
  async ask<Row>(text: string, parameters: readonly unknown[]): Promise<QueryResult<Row>> {
    if (this.#isOver) throw new Error('the transaction has ended')
    const answer = await together(this.#client, this.#statementOf(text, parameters))
    if (this.#failure) throw this.#failure.error
    return answerOf<Row>(answer)
  }

  executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    return this.ask<Row>(sql, parameters)
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    const { rows } = await this.executeQuery<Row>(query)
    for (let from = 0; from < rows.length; from += chunkSize)
      yield { rows: rows.slice(from, from + chunkSize) }
  }

  async commit(): Promise<void> {
    this.#isOver = true
    const [{ command }] = await Promise.all([together(this.#client, { text: 'commit' }), this.#begun])
    // PostgreSQL's reply to a commit after a failed statement, even if its failure was caught.
    if (command === 'ROLLBACK')
      throw new Error('the transaction was rolled back: one of its statements had failed')
  }

  async rollback(): Promise<void> {
    this.#isOver = true
    try {
      await together(this.#client, { text: 'rollback' })
    } catch (error) {
      this.#isBroken = true
      throw error
    }
  }

  release(): void {
    this.#isOver = true
    this.#client.release(this.#isBroken)
  }
}
