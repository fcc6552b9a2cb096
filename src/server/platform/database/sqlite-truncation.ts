import type { Checkpoints } from './sqlite-checkpoints.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

/** Matches a statement that deletes or replaces sealed values. */
export const destroying =
  /^\s*(?:delete\s+from|update)\s+"?(?:items|folders|versions|attachments|attachment_chunks|chest_keys|chest_snapshots|notas|password_hashes|recovery_sets|outbox)\b|^\s*update\s+"?users\b[^]*\btotp_secret\b|^\s*delete\s+from\s+"?(?:creations|imports)\b/i

/** How often the thread takes the log over before a truncation, while others lengthen it. */
const runsAtMost = 3

/**
 * Truncates SQLite's write-ahead log soon after a sealed value was destroyed: the log keeps the former pages, with the
 * destroyed bytes, until they are overwritten. Other writes do not truncate it, since a commit that lengthens the file
 * takes longer than one that overwrites it.
 */
export class LogTruncation {
  readonly #connection: SqliteConnection
  readonly #checkpoints: Checkpoints
  readonly #timer: NodeJS.Timeout
  // The log of a killed process may hold destroyed bytes.
  #isWanted = true
  #isDue = false
  /** The turns that the thread had before this truncation. */
  #runs = 0

  constructor(connection: SqliteConnection, checkpoints: Checkpoints, everyMs: number) {
    this.#connection = connection
    this.#checkpoints = checkpoints
    this.#timer = setInterval(() => {
      this.#isDue = true
      this.run()
    }, everyMs).unref()
  }

  /** Records a statement that changed some rows. */
  note(sql: string, rows: bigint): void {
    if (!this.#isWanted && rows > 0n && destroying.test(sql)) this.#isWanted = true
  }

  /** Truncates the log if that is due, and no transaction is open on the connection; otherwise does nothing. */
  run(): void {
    if (!this.#isDue || !this.#isWanted || this.#connection.raw.isTransaction) return
    // Truncating takes over what is left, on the event loop.
    if (this.#runs < runsAtMost && this.#checkpoints.isLong()) {
      this.#runs += 1
      void this.#checkpoints.run().then(() => this.run())
      return
    }
    this.#runs = 0
    this.#isDue = false
    try {
      const [result] = this.#connection.rows<{ busy: number }>('pragma wal_checkpoint(truncate)', [])
      // Busy: another process reads or writes. The next run retries.
      this.#isWanted = result?.busy !== 0
    } catch {
      // For example a full disk: the next run retries.
    }
  }

  /** Stops, after a last run. */
  end(): void {
    clearInterval(this.#timer)
    this.#isDue = true
    this.#runs = runsAtMost
    this.run()
  }
}
