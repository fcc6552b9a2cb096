import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseProblem, isBusy } from './problems.ts'

/**
 * Locks the data folder for this process. The lock is an exclusive transaction, never ended, on a tiny SQLite file: the
 * system releases it when the process ends, however it ends.
 * @throws DatabaseProblem `FOLDER_IN_USE` or `FOLDER_NOT_WRITABLE`
 */
export function lockFolder(folder: string): { release(): void } {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(join(folder, 'server.lock'), { timeout: 0 })
    lock.exec('begin exclusive')
  } catch (error) {
    lock?.close()
    throw new DatabaseProblem(isBusy(error) ? 'FOLDER_IN_USE' : 'FOLDER_NOT_WRITABLE', folder, error)
  }
  const held = lock
  return { release: () => held.isOpen && held.close() }
}
