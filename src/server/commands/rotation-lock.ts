import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Keeps two rotations of one data folder from mingling. As `lockFolder` does for servers, it holds an exclusive
 * transaction on a tiny SQLite file, which the system drops when the process dies, however it dies.
 * @returns null when another process holds it
 */
export function lockRotation(dataFolder: string): { release(): void } | null {
  const lock = new DatabaseSync(join(dataFolder, 'rotation.lock'), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    return null
  }
  return { release: () => lock.close() }
}
