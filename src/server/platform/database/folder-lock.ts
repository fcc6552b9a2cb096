import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseProblem, isBusy } from './problems.ts'

export type Lock = { release(): void }

/**
 * Locks a file of the data folder for this process. The lock is an exclusive transaction, never ended, on a tiny SQLite
 * file: the system releases it when the process ends, however it ends.
 * @returns null when another process holds it
 * @throws DatabaseProblem `FOLDER_NOT_WRITABLE`
 */
export function lockFile(
  folder: string,
  name: 'server.lock' | 'rotation.lock' | 'backup.lock' | 'backup-recent.lock',
): Lock | null {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(join(folder, name), { timeout: 0 })
    lock.exec('begin exclusive')
  } catch (error) {
    lock?.close()
    if (isBusy(error)) return null
    throw new DatabaseProblem('FOLDER_NOT_WRITABLE', folder, error)
  }
  const held = lock
  return { release: () => held.isOpen && held.close() }
}

/** Locks the data folder for a server. @throws DatabaseProblem `FOLDER_IN_USE` or `FOLDER_NOT_WRITABLE` */
export function lockFolder(folder: string): Lock {
  const lock = lockFile(folder, 'server.lock')
  if (lock === null) throw new DatabaseProblem('FOLDER_IN_USE', folder)
  return lock
}
