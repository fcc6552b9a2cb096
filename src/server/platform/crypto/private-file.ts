import { randomUUID } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { link, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { keyError } from './key-error.ts'

const ownerOnly = 0o600
const othersMask = 0o077

/**
 * Reads a file that only its owner may read.
 * @returns its text, or undefined if there is no such file.
 * @throws KeyError KEYRING_NO_FILE if it is a folder or a device; KEYRING_READABLE if group or others have any right on
 *   it; KEYRING_UNREADABLE.
 */
export async function readPrivateFile(path: string): Promise<string | undefined> {
  try {
    // Reads the mode of the opened file, so that no other file can replace it in between.
    await using file = await open(path, constants.O_RDONLY)
    const stats = await file.stat()
    // Before its mode: 0600 would make a folder unusable.
    if (!stats.isFile()) throw keyError('KEYRING_NO_FILE', path)
    const { mode } = stats
    if ((mode & othersMask) !== 0) throw keyError('KEYRING_READABLE', path, (mode & 0o777).toString(8))
    return await file.readFile('utf8')
  } catch (error) {
    const reason = errnoOf(error)
    if (reason === 'ENOENT') return undefined
    if (reason === undefined) throw error
    throw keyError('KEYRING_UNREADABLE', path, reason)
  }
}

/**
 * Writes a file that only its owner may read (0600, in a folder that is created with 0700 if it is missing). After a crash
 * at any time there is the old file or the new one, whole: a temporary file, fsync, an atomic step into place, then fsync
 * of the folder.
 * @param mode `create` never replaces a file; `replace` does.
 * @throws KeyError KEYRING_EXISTS (`create`, and another process was faster); KEYRING_UNWRITABLE.
 */
export async function writePrivateFile(
  path: string,
  text: string,
  mode: 'create' | 'replace',
): Promise<void> {
  const folder = dirname(resolve(path))
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    const made = await makeFolders(folder)
    await writeThrough(temporary, text)
    // link() fails if the file exists: of two nodes on their first start only one creates the keys.
    if (mode === 'create') await link(temporary, path)
    else await rename(temporary, path)
    await syncFolders(folder, made ? dirname(made) : folder)
  } catch (error) {
    const reason = errnoOf(error)
    if (reason === undefined) throw error
    if (reason === 'EEXIST' && mode === 'create') throw keyError('KEYRING_EXISTS', path)
    throw keyError('KEYRING_UNWRITABLE', path, reason)
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined)
  }
}

/** Creates a folder and its parents. @returns the first that was created; undefined if it existed */
async function makeFolders(folder: string): Promise<string | undefined> {
  if (existsSync(folder)) return undefined
  // One level after the other: Node's recursive mkdir retries for ever where none can be created (/proc).
  const above = await makeFolders(dirname(folder))
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    // Another node on its first start was faster.
    if (errnoOf(error) !== 'EEXIST') throw error
  }
  return above ?? folder
}

async function writeThrough(path: string, text: string): Promise<void> {
  await using file = await open(path, 'wx', ownerOnly)
  await file.writeFile(text, 'utf8')
  await file.sync()
}

/** Makes the names in a folder durable, and the folders' own names up to the first that existed before. */
async function syncFolders(folder: string, upTo: string): Promise<void> {
  await using directory = await open(folder, constants.O_RDONLY)
  await directory.sync()
  if (folder !== upTo) await syncFolders(dirname(folder), upTo)
}

/** Returns the system's error code (EACCES, ENOSPC, …); undefined for an error that is not the system's. */
function errnoOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('errno' in error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
