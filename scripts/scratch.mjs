/** Where the tests write. */
import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const inMemory = '/dev/shm'
const NEEDED_BYTES = 2 * 2 ** 30

/**
 * The folder for what goes away with the tests: in memory where there is plenty of it. Each database of PostgreSQL
 * is some hundred files, and a run makes hundreds of databases: on a disk they take a quarter of its time.
 */
export function scratchRoot() {
  if (!existsSync(inMemory)) return tmpdir()
  const { bavail, bsize } = statfsSync(inMemory)
  if (bavail * bsize < NEEDED_BYTES || process.availableMemory() < 2 * NEEDED_BYTES) return tmpdir()
  try {
    accessSync(inMemory, constants.W_OK)
    return inMemory
  } catch {
    return tmpdir()
  }
}
