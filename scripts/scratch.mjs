/** The folder in which tests write. */
import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const inMemory = '/dev/shm'
const NEEDED_BYTES = 2 * 2 ** 30

/**
 * Returns the folder for temporary data of the tests: in memory if there is enough. Each database of PostgreSQL has
 * some hundred files, and a run creates hundreds of databases: on a disk they take a quarter of its time.
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
