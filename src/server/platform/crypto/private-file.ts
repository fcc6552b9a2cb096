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
    // The mode is asked of the opened file, so that it cannot be another by the time it is read.
    await using file = await open(path, constants.O_RDONLY)
    const stats = await file.stat()
    // Before its rights: those of a folder are another matter, and 0600 would shut it.
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
 * Writes a file that only its owner may read (0600, in a folder that is made 0700 if it is missing), so that
 * after a crash at any moment there is the old file or the new one, whole: a temporary file, fsync, then
 * one step into place, then fsync of the folder.
 * @param mode `create` never replaces a file; `replace` does.
 * @throws KeyError KEYRING_EXISTS (`create`, and somebody was faster); KEYRING_UNWRITABLE.
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
    // link() fails where a file stands, so of two nodes on their first start one alone makes the keys.
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

/** Makes a folder and what leads to it. @returns the first that was made, undefined where it was there. */
async function makeFolders(folder: string): Promise<string | undefined> {
  if (existsSync(folder)) return undefined
  // One level after the other: asked to make all of them, Node tries for ever where none can be made (/proc).
  const above = await makeFolders(dirname(folder))
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    // Another node, on its first start too, was faster.
    if (errnoOf(error) !== 'EEXIST') throw error
  }
  return above ?? folder
}

async function writeThrough(path: string, text: string): Promise<void> {
  await using file = await open(path, 'wx', ownerOnly)
  await file.writeFile(text, 'utf8')
  await file.sync()
}

/** Makes the names in a folder durable, and the folders' own names up to the first that was there before. */
async function syncFolders(folder: string, upTo: string): Promise<void> {
  await using directory = await open(folder, constants.O_RDONLY)
  await directory.sync()
  if (folder !== upTo) await syncFolders(dirname(folder), upTo)
}

/** The system's word for what failed (EACCES, ENOSPC, …); undefined for an error that is not the system's. */
function errnoOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('errno' in error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
