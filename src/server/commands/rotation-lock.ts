import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseProblem, isBusy } from '#server/platform/database/problems.ts'

/**
 * Prevents two concurrent rotations of one data folder. Like `lockFolder` for servers, it holds an exclusive
 * transaction on a tiny SQLite file, which the system releases when the process ends, even by a crash.
 * @returns null when another process holds it
 * @throws DatabaseProblem `FOLDER_NOT_WRITABLE`: with PostgreSQL nothing else may have used the folder yet
 */
export function lockRotation(dataFolder: string): { release(): void } | null {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(join(dataFolder, 'rotation.lock'), { timeout: 0 })
    lock.exec('begin exclusive')
  } catch (error) {
    lock?.close()
    if (isBusy(error)) return null
    throw new DatabaseProblem('FOLDER_NOT_WRITABLE', dataFolder, error)
  }
  const held = lock
  return { release: () => held.close() }
}
