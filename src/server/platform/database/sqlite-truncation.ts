import type { SqliteConnection } from './sqlite-connection.ts'

/** A statement that deletes or replaces what opens with the root key. */
export const destroying =
  /^\s*(?:delete\s+from|update)\s+"?(?:items|folders|versions|chest_keys|notas|password_hashes|recovery_sets|outbox)\b|^\s*update\s+"?users\b[^]*\btotp_secret\b/i

/**
 * Truncates SQLite's write-ahead log soon after something sealed was destroyed: the log keeps the former pages, with
 * the destroyed bytes in them, until it is written over. It is not truncated for other writes, since a commit that
 * lengthens the file takes longer than one that writes over it.
 */
export class LogTruncation {
  readonly #connection: SqliteConnection
  readonly #timer: NodeJS.Timeout
  // The log of a process that was killed may hold anything.
  #isWanted = true
  #isDue = false

  constructor(connection: SqliteConnection, everyMs: number) {
    this.#connection = connection
    this.#timer = setInterval(() => {
      this.#isDue = true
      this.run()
    }, everyMs).unref()
  }

  /** Takes note of a statement that changed so many rows. */
  note(sql: string, rows: bigint): void {
    if (!this.#isWanted && rows > 0n && destroying.test(sql)) this.#isWanted = true
  }

  /** Truncates the log if that is due, and no transaction is open on the connection; otherwise does nothing. */
  run(): void {
    if (!this.#isDue || !this.#isWanted || this.#connection.raw.isTransaction) return
    this.#isDue = false
    try {
      const [result] = this.#connection.rows<{ busy: number }>('pragma wal_checkpoint(truncate)', [])
      // Busy: another process reads or writes. The next turn tries again.
      this.#isWanted = result?.busy !== 0
    } catch {
      // A full disk, for one: the next turn tries again.
    }
  }

  /** The last turn. */
  end(): void {
    clearInterval(this.#timer)
    this.#isDue = true
    this.run()
  }
}
