import { createHash, type KeyObject } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
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
import { fileProblemOf } from '#server/platform/file-problem.ts'
import { programVersion } from '#server/platform/program.ts'
import { copyDataFiles } from './copied-files.ts'
import { copyDatabase, databaseNames } from './copy-database.ts'
import {
  backupFormat,
  factsOf,
  incrementFormat,
  manifestName,
  writeManifest,
  type BackedUpFile,
} from './manifest.ts'
import { openContent, type OpenedContent } from './open-content.ts'
import { comparePages, pagesName, type ComparedPages, type PageDigests } from './pages.ts'
import { BackupProblem } from './problem.ts'
import { momentOfPoint, nameOfBackup, nameOfIncrement } from './rotation.ts'
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

/** A whole backup that increments are made against, as long as this process knows its pages. */
export type IncrementBase = {
  readonly name: string
  readonly at: number
  /** The SHA-256 of its database. */
  readonly sha256: string
  readonly pages: PageDigests
}

export type MadeBackup = {
  readonly name: string
  readonly bytes: number
  readonly at: number
  readonly opened: OpenedContent
  /** The shares of the chests that were opened: first that whose turn it was. */
  readonly shares: readonly number[]
  /** What the next increment can be made against: this backup, or the base of this increment; null if none was asked for. */
  readonly base: IncrementBase | null
}

type BackupOptions = {
  readonly signal?: AbortSignal | undefined
  /** Those of the chests that are opened in the very copy that it seals; none by default. */
  readonly shares?: readonly number[]
  /** One of the last minutes: on SQLite only what changed since the base, if there is one and little changed. */
  readonly recent?: { readonly base: IncrementBase | null }
}

/** An increment with more pages than this part of the database, and than so many, is no saving: a whole backup is made. */
const largestPart = 1 / 4
const fewPages = 1_024

/**
 * Writes a backup of the database in use into a folder: sealed, read back, then renamed from a name that ends in `.part`, so
 * that what has its name is whole. One of the last minutes may be made beside another one.
 * @throws BackupProblem
 */
export async function writeBackup(
  { config, db, keys, clock }: BackupDeps,
  folder: string,
  { signal, shares = [], recent }: BackupOptions = {},
): Promise<MadeBackup> {
  const recipient = config.backup.key === null ? null : readRecipient(config.backup.key)
  if (!recipient) throw new BackupProblem(backupProblems.noKey)
  await requireFolder(folder)
  const scratch = recent ? 'backup-recent' : 'backup'
  const lock = lockFile(config.dataFolder, `${scratch}.lock`)
  if (!lock) throw new BackupProblem(backupProblems.busy)
  const work = join(config.dataFolder, `${scratch}-work`)
  try {
    // What a crash has left.
    await rm(work, { recursive: true, force: true })
    await deleteAbandoned(folder, clock())
    await requireWritable(folder, clock())
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
    const database = await describe(work, databaseNames[engine])
    const compared = recent && engine === 'sqlite' ? await compare(work, recent.base) : null
    const base = compared && recent?.base && isLittle(compared, recent.base) ? recent.base : null
    const others = await Promise.all(
      [...(base ? [pagesName] : []), ...dataFiles].map((name) => describe(work, name)),
    )
    const files = base ? others : [database, ...others]
    const manifest = writeManifest(keys.keyring, {
      format: base ? incrementFormat : backupFormat,
      program: programVersion,
      engine,
      at: new Date(at).toISOString(),
      tables,
      ...seen.facts,
      files,
      ...(base && {
        base: { name: base.name, sha256: base.sha256, pageBytes: base.pages.pageBytes, result: database },
      }),
    })
    const entries: TarEntry[] = [
      { name: manifestName, bytes: manifest.length, content: [manifest] },
      ...files.map((file) => ({ ...file, content: contentOf(join(work, file.name)) })),
    ]
    const name = base ? nameOfIncrement(base.at, at) : nameOfBackup(at)
    const bytes = await sealInto(join(folder, name), recipient, packTar(entries), signal)
    const own = compared && { name, at, sha256: database.sha256, pages: compared.pages }
    return { name, bytes, at, opened: seen.opened, shares, base: base ?? own }
  } finally {
    await rm(work, { recursive: true, force: true })
    lock.release()
  }
}

const compare = (work: string, base: IncrementBase | null): Promise<ComparedPages> =>
  comparePages({
    file: join(work, databaseNames.sqlite),
    known: base?.pages ?? null,
    into: base && join(work, pagesName),
  })

const isLittle = ({ pages, count, changed }: ComparedPages, base: IncrementBase): boolean =>
  pages.pageBytes === base.pages.pageBytes && changed <= Math.max(fewPages, count * largestPart)

/** Opened when it is read. */
async function* contentOf(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path) as AsyncIterable<Buffer>
}

/** @throws BackupProblem; a folder is never created: it may be one where nothing is mounted */
export async function requireFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null)
  if (!found?.isDirectory()) throw new BackupProblem(backupProblems.noFolder(folder))
}

/** @throws the error of a folder that refuses a file: it is told before a large database is copied */
async function requireWritable(folder: string, now: number): Promise<void> {
  const path = join(folder, `${nameOfBackup(now)}${partEnding}`)
  const isTaken = await writeFile(path, '', { mode: 0o600, flag: 'wx' }).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'EEXIST' || Promise.reject(error),
  )
  // Otherwise another backup is being written there.
  if (!isTaken) await rm(path)
}

async function deleteAbandoned(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const at = name.endsWith(partEnding) ? momentOfPoint(name.slice(0, -partEnding.length)) : null
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
    // A full disk is that of these files: an error of what is written names none.
    throw fileProblemOf(error, part) ?? error
  }
}
