import type { StatementSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import type { SqliteConnection } from './sqlite-connection.ts'
import type { OpenedFiles } from './sqlite-files.ts'

/** In pages of 4 KiB. */
export interface CheckpointLimits {
  /**
   * Pages in the log that are not in the file yet, after which the thread takes them over. At SQLite's own 1,000 a page
   * that many commits change is taken over many times.
   */
  usualPages: number
  /** Pages that take no longer than a usual commit. */
  fewPages: number
  /**
   * The log begins anew only when all of it is in the file. While others write, the thread alone may never get there: of a
   * log of this length the writer takes over the last few pages, and of twice this length whatever is left.
   */
  longLogPages: number
}

export const defaultCheckpointLimits: CheckpointLimits = {
  usualPages: 4_000,
  fewPages: 500,
  longLogPages: 16_000,
}

const resourceLimits = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 } as const

const newCheckpointWorker = (file: string): Worker =>
  new Worker(new URL('./sqlite-checkpoint-worker.ts', import.meta.url), {
    env: {},
    resourceLimits,
    workerData: file,
  })

/**
 * Takes SQLite's write-ahead log over into the file, in a thread with a connection of its own: SQLite would do it within a
 * commit, on the event loop. Others read and write meanwhile. It starts when it is first needed.
 */
export class Checkpoints {
  readonly #file: string
  readonly #connection: SqliteConnection
  readonly #files: Pick<OpenedFiles, 'require'>
  readonly #limits: CheckpointLimits
  readonly #startWorker: (file: string) => Worker
  #looking: StatementSync | undefined
  #worker: Worker | undefined
  #asked: PromiseWithResolvers<void> | undefined
  #running: Promise<void> | undefined

  /**
   * @param connection the writer's
   * @param startWorker replaced by tests that end the thread
   */
  constructor(
    file: string,
    connection: SqliteConnection,
    files: Pick<OpenedFiles, 'require'>,
    limits: CheckpointLimits = defaultCheckpointLimits,
    startWorker = newCheckpointWorker,
  ) {
    this.#file = file
    this.#connection = connection
    this.#files = files
    this.#limits = limits
    this.#startWorker = startWorker
  }

  /** Called after a commit: begins to take the log over when it is long. */
  consider(): void {
    if (this.#connection.raw.isTransaction) return
    const { log, checkpointed } = this.#look()
    const left = log - checkpointed
    const { usualPages, fewPages, longLogPages } = this.#limits
    if (log >= 2 * longLogPages) this.#runHere()
    else if (this.#running !== undefined) return
    else if (log >= longLogPages && left <= fewPages) this.#runHere()
    else if (log >= longLogPages || left >= usualPages) void this.run()
  }

  /** Whether the thread is at work, or taking over what is left would take longer than a usual commit. */
  isLong(): boolean {
    const { log, checkpointed } = this.#look()
    return this.#running !== undefined || log - checkpointed > this.#limits.fewPages
  }

  /** Takes over what is in the log now, as far as no other process reads what was before. */
  run(): Promise<void> {
    this.#running ??= this.#ask()
      // Without a thread it is done here: the log must not grow without end.
      .catch(() => this.#runHere())
      .finally(() => (this.#running = undefined))
    return this.#running
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#running
    await this.#worker?.terminate()
  }

  async #ask(): Promise<void> {
    // The thread opens the path, which must still lead to the file that the writer has open.
    this.#files.require()
    const worker = (this.#worker ??= this.#start())
    this.#asked = Promise.withResolvers()
    worker.ref()
    worker.postMessage(null)
    await this.#asked.promise
    // An idle thread must not keep the process running.
    worker.unref()
  }

  #start(): Worker {
    const worker = this.#startWorker(this.#file)
    const end = (error: unknown): void => {
      // A thread that fails reports its end twice.
      if (this.#worker !== worker) return
      this.#worker = undefined
      this.#asked?.reject(error)
    }
    worker.on('message', () => this.#asked?.resolve())
    worker.on('error', end)
    worker.on('exit', end)
    return worker
  }

  #runHere(): void {
    if (this.#connection.raw.isTransaction) return
    try {
      this.#connection.rows('pragma wal_checkpoint(passive)', [])
    } catch {
      // For example a full disk: the next commit considers it again.
    }
  }

  /** Returns the pages of the log, and those of them that are in the file. */
  #look(): { readonly log: number; readonly checkpointed: number } {
    try {
      // Not one of the watched statements: it follows each commit, and does nothing.
      this.#looking ??= this.#connection.raw.prepare('pragma wal_checkpoint(noop)')
      const { log, checkpointed } = this.#looking.get() ?? {}
      return { log: Number(log), checkpointed: Number(checkpointed) }
    } catch {
      return { log: 0, checkpointed: 0 }
    }
  }
}
