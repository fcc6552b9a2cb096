import type { QueryResult } from 'kysely'
import { DatabaseProblem, isBusy } from './problems.ts'
import type { Checkpoints } from './sqlite-checkpoints.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import type { OpenedFiles } from './sqlite-files.ts'
import { LogTruncation } from './sqlite-truncation.ts'

/** One transaction's turn on the writer, from its savepoint to its release. */
export interface Turn {
  state: 'waiting' | 'active' | 'ended' | 'lost'
}

interface Waiting {
  turn: Turn
  since: number
  start: () => void
  refuse: (error: unknown) => void
}

/** The transactions that share one commit. */
interface Group {
  size: number
  /** The rows that it changed, or read. */
  rows: bigint
  /** When its commit began; that of a long one begins with its log. */
  ending: number | undefined
  isSynced: boolean
  since: number
  settled: Promise<void>
  succeed: () => void
  fail: (error: unknown) => void
}

export interface WriterLimits {
  /** Transactions that may share one commit. */
  groupSize: number
  /** How long a group accepts new transactions, in milliseconds. */
  groupMs: number
  /** How long a transaction waits for its turn before it is refused, in milliseconds. */
  waitMs: number
  /** How often the log is truncated after a destruction, in milliseconds. */
  truncateMs: number
}

const RETRY_MS = 5
/** Rows of a group after which its log is brought to the disk before the commit. */
const MANY_ROWS = 500n

export const defaultWriterLimits: WriterLimits = {
  groupSize: 64,
  groupMs: 5,
  waitMs: 30_000,
  truncateMs: 25_000,
}

/**
 * The only place that writes to the file. Transactions run one after the other on one connection, each inside a savepoint,
 * and share the commit. The commit happens when no other waits after the current I/O phase, or when the group is full. No
 * success is reported before that commit.
 */
export class SqliteWriter {
  /** The number of commits; fewer than transactions, since they share commits. */
  commits = 0
  /** Called after each commit, with its time in seconds. */
  onCommit: ((seconds: number) => void) | undefined
  readonly #connection: SqliteConnection
  readonly #files: OpenedFiles
  readonly #limits: WriterLimits
  readonly #checkpoints: Checkpoints
  readonly #truncation: LogTruncation
  readonly #waiting: Waiting[] = []
  #active: Turn | undefined
  #group: Group | undefined
  #flushPlanned = false
  #patience: NodeJS.Timeout | undefined
  #retry: NodeJS.Timeout | undefined
  #closed: (() => void) | undefined

  constructor(
    connection: SqliteConnection,
    files: OpenedFiles,
    checkpoints: Checkpoints,
    limits: WriterLimits,
  ) {
    this.#connection = connection
    this.#files = files
    this.#checkpoints = checkpoints
    this.#limits = limits
    this.#truncation = new LogTruncation(connection, checkpoints, limits.truncateMs)
  }

  /** The number of transactions that wait for their turn. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Resolves when the transaction may run: no other statements reach the writer until `end`. */
  begin(turn: Turn): Promise<void> {
    if (this.#closed !== undefined) return Promise.reject(new Error('the database is closed'))
    return new Promise((start, reject) => {
      this.#waiting.push({ turn, since: performance.now(), start, refuse: reject })
      this.#startNext()
      this.#watchPatience()
    })
  }

  execute<Row>(turn: Turn, sql: string, parameters: readonly unknown[]): QueryResult<Row> {
    if (turn.state !== 'active')
      throw new Error(`the transaction is ${turn.state}: no statement can run in it`)
    try {
      const result = this.#connection.execute<Row>(sql, parameters)
      this.#truncation.note(sql, result.numAffectedRows ?? 0n)
      if (this.#group) this.#group.rows += result.numAffectedRows ?? 0n
      return result
    } catch (error) {
      this.#noticeLoss(error)
      throw error
    }
  }

  /** Ends the turn; resolves once the group's commit is on the disk. */
  async end(turn: Turn, outcome: 'commit' | 'rollback'): Promise<void> {
    if (turn.state === 'ended') return
    const group = this.#group
    if (turn.state === 'lost' || group === undefined) {
      turn.state = 'ended'
      this.#passOn()
      if (outcome === 'commit') throw new Error('the transaction was lost: the database rolled it back')
      return
    }
    try {
      if (outcome === 'rollback') this.#connection.execute('rollback to turn', [])
      this.#connection.execute('release turn', [])
    } catch (error) {
      this.#abandonGroup(error)
    }
    turn.state = 'ended'
    this.#passOn()
    // A refusal waits too: it may rest on rows of the group that are not on the disk yet.
    await (outcome === 'commit' ? group.settled : group.settled.catch(() => undefined))
  }

  /** Runs a transaction of one statement. */
  async alone<Row>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<Row>> {
    const turn: Turn = { state: 'waiting' }
    await this.begin(turn)
    let result: QueryResult<Row>
    try {
      result = this.execute<Row>(turn, sql, parameters)
    } catch (error) {
      await this.end(turn, 'rollback')
      throw error
    }
    await this.end(turn, 'commit')
    return result
  }

  /** Refuses new transactions and resolves when pending ones are committed. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#closed = resolve
      this.#finishClosing()
    })
  }

  #startNext(): void {
    while (this.#active === undefined && !this.#groupIsFull()) {
      const next = this.#waiting.shift()
      if (next === undefined) return
      try {
        this.#group ??= this.#openGroup()
        this.#connection.execute('savepoint turn', [])
      } catch (error) {
        if (this.#group === undefined && isBusy(error)) {
          this.#waiting.unshift(next)
          this.#planRetry()
          return
        }
        refuse(next, error)
        this.#noticeLoss(error)
        continue
      }
      this.#group.size += 1
      this.#active = next.turn
      next.turn.state = 'active'
      next.start()
    }
  }

  #openGroup(): Group {
    this.#files.require()
    this.#connection.execute('begin immediate', [])
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    // In a group of refusals no caller awaits the commit: a failure must not be unhandled.
    promise.catch(() => undefined)
    return {
      size: 0,
      rows: 0n,
      ending: undefined,
      isSynced: false,
      since: performance.now(),
      settled: promise,
      succeed: resolve,
      fail: reject,
    }
  }

  #groupIsFull(): boolean {
    const group = this.#group
    if (group === undefined) return false
    return group.size >= this.#limits.groupSize || performance.now() - group.since >= this.#limits.groupMs
  }

  #passOn(): void {
    this.#active = undefined
    this.#startNext()
    if (this.#active === undefined) this.#planFlush()
  }

  #planFlush(): void {
    if (this.#flushPlanned) return
    this.#flushPlanned = true
    // After the I/O phase: requests that arrived together have all queued their writes by then.
    setImmediate(() => {
      this.#flushPlanned = false
      this.#flush()
    })
  }

  /** Plans a retry while another process holds the file; `waitMs` bounds the wait. */
  #planRetry(): void {
    if (this.#retry !== undefined) return
    this.#retry = setTimeout(() => {
      this.#retry = undefined
      this.#startNext()
      this.#finishClosing()
    }, RETRY_MS)
  }

  #flush(): void {
    // A running transaction would be inside this commit: its end plans the next flush.
    if (this.#active !== undefined) return
    const group = this.#group
    if (group !== undefined) {
      group.ending ??= performance.now()
      if (group.rows >= MANY_ROWS && !group.isSynced) {
        void this.#syncBefore(group)
        return
      }
      try {
        this.#connection.execute('commit', [])
        // Nothing is acknowledged that was written to a removed file.
        this.#files.require()
        this.#group = undefined
        this.commits += 1
        group.succeed()
        this.onCommit?.((performance.now() - group.ending) / 1_000)
      } catch (error) {
        this.#abandonGroup(error)
      }
    }
    this.#truncation.run()
    this.#checkpoints.consider()
    this.#startNext()
    this.#finishClosing()
  }

  /**
   * Brings what a long group has written already to the disk, then commits: the commit, which holds the event loop until
   * everything is there, finds little left.
   */
  async #syncBefore(group: Group): Promise<void> {
    try {
      await this.#files.syncLog()
    } catch (error) {
      // What a sync has reported lost once, another may not report again.
      if (this.#group === group) this.#abandonGroup(error)
    }
    group.isSynced = true
    this.#flush()
  }

  /** Fails the group after errors (disk full, I/O) that make SQLite roll back everything. */
  #noticeLoss(error: unknown): void {
    if (this.#group !== undefined && !this.#connection.raw.isTransaction) this.#abandonGroup(error)
  }

  #abandonGroup(error: unknown): void {
    if (this.#connection.raw.isTransaction) this.#connection.raw.exec('rollback')
    if (this.#active !== undefined) this.#active.state = 'lost'
    this.#group?.fail(error)
    this.#group = undefined
  }

  #watchPatience(): void {
    const oldest = this.#waiting[0]
    if (oldest === undefined || this.#patience !== undefined) return
    const { waitMs } = this.#limits
    this.#patience = setTimeout(
      () => {
        this.#patience = undefined
        while (this.#waiting[0] !== undefined && performance.now() - this.#waiting[0].since >= waitMs) {
          const late = this.#waiting.shift()
          if (late === undefined) break
          refuse(late, new DatabaseProblem('WRITER_BUSY', String(Math.round(waitMs / 1000))))
        }
        this.#watchPatience()
        this.#finishClosing()
      },
      Math.max(1, oldest.since + waitMs - performance.now()),
    ).unref()
  }

  #finishClosing(): void {
    if (
      this.#closed === undefined ||
      this.#active !== undefined ||
      this.#group !== undefined ||
      this.#waiting.length > 0
    )
      return
    clearTimeout(this.#patience)
    this.#truncation.end()
    this.#closed()
  }
}

function refuse(waiting: Waiting, error: unknown): void {
  waiting.turn.state = 'ended'
  waiting.refuse(error)
}
