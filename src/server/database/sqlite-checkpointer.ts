import { Worker } from 'node:worker_threads'
import type { StatementSync } from 'node:sqlite'
import type { Errand } from './sqlite-checkpoint-worker.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

/** Pages of 4 KiB in the log that are not in the file yet, from which they are taken over. */
const wantedPages = 1_000
/** So few are taken over between two commits: that the log can begin anew takes a moment without writers. */
const fewPages = 250
/** Asking how long the log is takes a hundredth of a commit, but not nothing. */
const commitsBetweenLooks = 8
const idleMs = 30_000
const resourceLimits = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 }

/** Takes the log of changes into the file, in a thread of its own: what that writes and waits for delays no commit. */
export type Checkpointer = {
  /** After a commit, while no transaction is open. */
  readonly committed: () => void
  /** Resolves when the thread has let go of the file. */
  close(): Promise<void>
}

/**
 * The thread takes over while others go on to write. As the log begins anew only once all of it is in the file, the
 * last few pages are taken between two commits. Should the thread fail, SQLite's own bound takes its place
 * (`wal_autocheckpoint`).
 * @param writer the connection that writes
 */
export function createCheckpointer(file: string, writer: SqliteConnection): Checkpointer {
  const length = writer.raw.prepare('pragma wal_checkpoint(noop)')
  const takeRest = writer.raw.prepare('pragma wal_checkpoint(passive)')
  let thread: Worker | undefined
  let ended: Promise<void> = Promise.resolve()
  let isAtWork = false
  /** Whether the thread has taken over what there was when it began. */
  let isBegun = false
  let commits = 0
  let isOver = false

  const send = (errand: Errand): void => thread?.postMessage(errand)
  const end = (): void => {
    send('end')
    thread = undefined
  }
  const rest = setTimeout(() => (isAtWork ? rest.refresh() : end()), idleMs).unref()

  const start = (): Worker => {
    const worker = new Worker(new URL('./sqlite-checkpoint-worker.ts', import.meta.url), {
      resourceLimits,
      workerData: file,
    })
    const { promise, resolve } = Promise.withResolvers<void>()
    ended = promise
    const isGone = (): void => {
      if (thread === worker) thread = undefined
      isAtWork = false
      resolve()
    }
    worker.on('message', () => {
      isAtWork = false
      isBegun = true
      // The next commit looks what is left.
      commits = commitsBetweenLooks
    })
    // A full disk, an unreadable file: the commits meet it too, and say so.
    worker.on('error', isGone)
    worker.on('exit', isGone)
    worker.unref()
    return worker
  }

  return {
    committed() {
      commits += 1
      if (isAtWork || isOver || commits < commitsBetweenLooks) return
      commits = 0
      const pages = pagesLeft(length)
      if (isBegun && pages <= fewPages) {
        isBegun = false
        if (pages > 0) taken(takeRest)
        return
      }
      if (!isBegun && pages < wantedPages) return
      thread ??= start()
      isAtWork = true
      rest.refresh()
      send('checkpoint')
    },
    async close() {
      isOver = true
      clearTimeout(rest)
      // Whoever closes waits for it.
      thread?.ref()
      end()
      await ended
    },
  }
}

/** Pages of the log that are not in the file yet. */
function pagesLeft(length: StatementSync): number {
  const { log = 0, checkpointed = 0 } = (length.get() ?? {}) as { log?: number; checkpointed?: number }
  return log - checkpointed
}

/** What fails here fails at the next commit too, where somebody is told of it. */
function taken(checkpoint: StatementSync): void {
  try {
    checkpoint.get()
  } catch {
    return
  }
}
