import { createHash, type KeyObject } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import type { Kysely } from 'kysely'
import { backupProblems } from '#texts/backups.ts'
import type { Config } from '#server/config.ts'
import { readRecipient, sealAge } from '#server/platform/crypto/age.ts'
import type { KeyHolder } from '#server/platform/crypto/key-holder.ts'
import { engineOf } from '#server/platform/database/engine.ts'
import { lockFile } from '#server/platform/database/folder-lock.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { programVersion } from '#server/platform/program.ts'
import { copyDataFiles } from './copied-files.ts'
import { copyDatabase, databaseNames } from './copy-database.ts'
import { backupFormat, factsOf, manifestName, writeManifest, type BackedUpFile } from './manifest.ts'
import { openContent, type OpenedContent } from './open-content.ts'
import { BackupProblem } from './problem.ts'
import { momentOfBackup, nameOfBackup } from './rotation.ts'
import { packTar, type TarEntry } from './tar.ts'
import { shareOf } from './turns.ts'

/** A part of a file that a crash left is deleted once it is this old, in milliseconds. */
const abandonedMs = 24 * 60 * 60 * 1000
const partEnding = '.part'

export type BackupDeps = {
  readonly config: Pick<Config, 'dataFolder' | 'database' | 'backup'>
  readonly db: Kysely<Tables>
  readonly keys: KeyHolder
  readonly clock: () => number
}

export type MadeBackup = {
  readonly name: string
  readonly bytes: number
  readonly at: number
  readonly opened: OpenedContent
  /** The shares of the chests that were opened: first that whose turn it was. */
  readonly shares: readonly number[]
}

/**
 * Writes a backup of the database in use into a folder: sealed, read back, then renamed from a name that ends in `.part`, so
 * that what has its name is whole.
 * @param options.shares those of the chests that are opened in the very copy that it seals; none by default
 * @throws BackupProblem
 */
export async function writeBackup(
  { config, db, keys, clock }: BackupDeps,
  folder: string,
  { signal, shares = [] }: { signal?: AbortSignal | undefined; shares?: readonly number[] } = {},
): Promise<MadeBackup> {
  const recipient = config.backup.key === null ? null : readRecipient(config.backup.key)
  if (!recipient) throw new BackupProblem(backupProblems.noKey)
  await requireFolder(folder)
  const lock = lockFile(config.dataFolder, 'backup.lock')
  if (!lock) throw new BackupProblem(backupProblems.busy)
  const work = join(config.dataFolder, 'backup-work')
  try {
    // What a crash has left.
    await rm(work, { recursive: true, force: true })
    await deleteAbandoned(folder, clock())
    await mkdir(work, { mode: 0o700 })
    // Before the database: a checkpoint, a number or a census of later would accuse it.
    const dataFiles = await copyDataFiles(config.dataFolder, work)
    const at = clock()
    const { tables, seen } = await copyDatabase(
      { config, db },
      work,
      async (copy) => ({
        facts: await factsOf(copy, keys.keyring),
        opened: await openContent(copy, keys, { isMeant: (chest) => shares.includes(shareOf(chest)) }),
      }),
      signal,
    )
    const engine = engineOf(db)
    const files = await Promise.all([databaseNames[engine], ...dataFiles].map((name) => describe(work, name)))
    const manifest = writeManifest(keys.keyring, {
      format: backupFormat,
      program: programVersion,
      engine,
      at: new Date(at).toISOString(),
      tables,
      ...seen.facts,
      files,
    })
    const entries: TarEntry[] = [
      { name: manifestName, bytes: manifest.length, content: [manifest] },
      ...files.map((file) => ({ ...file, content: contentOf(join(work, file.name)) })),
    ]
    const name = nameOfBackup(at)
    const bytes = await sealInto(join(folder, name), recipient, packTar(entries), signal)
    return { name, bytes, at, opened: seen.opened, shares }
  } finally {
    await rm(work, { recursive: true, force: true })
    lock.release()
  }
}

/** Opened when it is read. */
async function* contentOf(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path) as AsyncIterable<Buffer>
}

/** @throws BackupProblem; a folder is never created: it may be one where nothing is mounted */
export async function requireFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null)
  if (!found?.isDirectory()) throw new BackupProblem(backupProblems.noFolder(folder))
}

async function deleteAbandoned(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const at = name.endsWith(partEnding) ? momentOfBackup(name.slice(0, -partEnding.length)) : null
    if (at !== null && at < now - abandonedMs) await rm(join(folder, name), { force: true })
  }
}

async function describe(folder: string, name: string): Promise<BackedUpFile> {
  const { bytes, sha256 } = await digestOf(join(folder, name))
  return { name, bytes, sha256 }
}

/** Reads a file to its end. */
export async function digestOf(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const part of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(part)
    bytes += part.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Compresses and seals a container, reads it back, then gives it its name. @returns its bytes */
async function sealInto(
  path: string,
  recipient: KeyObject,
  container: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<number> {
  const part = `${path}${partEnding}`
  const hash = createHash('sha256')
  try {
    await pipeline(
      container,
      createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
      async function* (parts: AsyncIterable<Uint8Array>) {
        for await (const one of sealAge(recipient, parts)) {
          hash.update(one)
          yield one
        }
      },
      createWriteStream(part, { mode: 0o600, flush: true }),
      signal ? { signal } : {},
    )
    const written = await digestOf(part)
    if (written.sha256 !== hash.digest('hex')) throw new BackupProblem(backupProblems.readBack(path))
    await rename(part, path)
    await using directory = await open(join(path, '..'))
    await directory.sync()
    return written.bytes
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
