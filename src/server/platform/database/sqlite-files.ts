import { statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { backup, type DatabaseSync } from 'node:sqlite'
import { DatabaseProblem } from './problems.ts'

/** The rescued copy of a database whose files were removed, or why there is none. */
export type LostFile = { readonly file: string; readonly copy: string | null; readonly error?: unknown }

/**
 * Checks the files of an open database. After they are deleted, moved or replaced, SQLite goes on writing into files that
 * are lost with the process.
 */
export class OpenedFiles {
  readonly #file: string
  readonly #connection: DatabaseSync
  readonly #onLost: (lost: LostFile) => void
  readonly #opened: readonly (readonly [path: string, mark: string | null])[]
  #isLost = false
  #copying: Promise<void> = Promise.resolve()

  /** @param connection one that has read the database, so that its log exists */
  constructor(file: string, connection: DatabaseSync, onLost: (lost: LostFile) => void) {
    this.#file = file
    this.#connection = connection
    this.#onLost = onLost
    this.#opened = [file, `${file}-wal`].map((path) => [path, markOf(path)] as const)
  }

  /**
   * Checks that the paths still lead to the opened files. At the first mismatch, everything that was acknowledged is
   * copied into another file beside them, while this process still holds it.
   * @throws DatabaseProblem FILE_LOST
   */
  require(): void {
    if (this.#opened.every(([path, mark]) => markOf(path) === mark)) {
      this.#isLost = false
      return
    }
    if (!this.#isLost) this.#copying = this.#copy()
    this.#isLost = true
    throw new DatabaseProblem('FILE_LOST', this.#file)
  }

  /**
   * Brings what was written to the log so far to the disk, without holding the event loop. SQLite has no locks on this
   * file that closing it here could lose.
   * @throws DatabaseProblem FILE_LOST; errors of the disk
   */
  async syncLog(): Promise<void> {
    this.require()
    const log = await open(`${this.#file}-wal`, 'r+')
    try {
      await log.datasync()
    } finally {
      await log.close()
    }
  }

  /** Resolves once the rescue copy is complete: the connection must stay open until then. */
  async settled(): Promise<void> {
    try {
      this.require()
    } catch {
      await this.#copying
    }
  }

  async #copy(): Promise<void> {
    const copy = rescuePathOf(this.#file, new Date())
    try {
      await backup(this.#connection, copy)
      this.#onLost({ file: this.#file, copy })
    } catch (error) {
      this.#onLost({ file: this.#file, copy: null, error })
    }
  }
}

/** Returns the path of the rescue copy, as `trousseau-rescued-2026-11-23T10-30-00-000Z.db`. */
function rescuePathOf(file: string, now: Date): string {
  const name = `${basename(file, '.db')}-rescued-${now.toISOString().replaceAll(/[:.]/g, '-')}.db`
  return join(dirname(file), name)
}

/** Returns device and inode number of a file, which differ for a replacement; null without a file. */
function markOf(path: string): string | null {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stats === undefined ? null : `${stats.dev} ${stats.ino}`
}
