import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The files of the data folder that belong to the database: the checkpoints that prove its journal, the highest numbers that
 * were given, the census of proofs, and the mark that accounts were served. Never a key, and not the journal's archives:
 * they never change, so that a copy of their folder suffices.
 */
export const dataFiles = [
  'checkpoints.txt',
  'numbers.highest',
  'authority.census',
  'authority.proved',
] as const

/** Copies them from one folder to another. @returns the names of those that are there */
export async function copyDataFiles(from: string, to: string): Promise<string[]> {
  const copied: string[] = []
  for (const name of dataFiles) {
    try {
      await copyFile(join(from, name), join(to, name))
      copied.push(name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  return copied
}
