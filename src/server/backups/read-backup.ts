import { createHash, type KeyObject } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { backupProblems } from '#texts/backups.ts'
import { AgeError, openAge } from '#server/platform/crypto/age.ts'
import type { Keyring } from '#server/platform/crypto/keyring.ts'
import { fileProblemOf } from '#server/platform/file-problem.ts'
import { dataFiles } from './copied-files.ts'
import { databaseNames } from './copy-database.ts'
import { manifestName, readManifest, type Manifest, type ManifestBase } from './manifest.ts'
import { applyPages, pagesName } from './pages.ts'
import { BackupProblem } from './problem.ts'
import { momentOfBackup } from './rotation.ts'
import { readTar, TarError, type TarEntry } from './tar.ts'
import { digestOf } from './write-backup.ts'

const expected = new Set<string>([...Object.values(databaseNames), ...dataFiles, pagesName])
const longestManifest = 1_048_576

export type OpenedBackup = { readonly manifest: Manifest; readonly databaseFile: string }

/**
 * Opens a backup into a folder, one part in memory at a time, and compares every file with the manifest. Of an increment, the
 * whole backup that it adds to is opened too: it lies beside it.
 * @param accept called with the manifest before anything is written; throws to refuse
 * @throws BackupProblem when it is none, of another key, damaged, cut off, or not made by the holder of these root keys;
 *   FileProblem
 */
export async function openBackup(
  path: string,
  identity: KeyObject,
  keyring: Keyring,
  folder: string,
  accept: (manifest: Manifest) => void | Promise<void> = () => undefined,
): Promise<OpenedBackup> {
  const extractFrom = (file: string, into: string, may: typeof accept) =>
    extracted(file, () => extract(file, identity, keyring, into, may))
  const opened = await extractFrom(path, folder, accept)
  const { base } = opened.manifest
  if (!base) return opened
  const beside = join(dirname(path), base.name)
  if (momentOfBackup(base.name) === null || !existsSync(beside))
    throw new BackupProblem(backupProblems.baseMissing(path, base.name))
  const below = join(folder, 'base')
  await mkdir(below, { mode: 0o700 })
  const whole = await extractFrom(beside, below, ({ files }) => {
    const database = files.find(({ name }) => name === databaseNames.sqlite)
    if (database?.sha256 !== base.sha256) throw new BackupProblem(backupProblems.otherBase(base.name))
  })
  await addPages(whole.databaseFile, join(folder, pagesName), base)
  await rename(whole.databaseFile, opened.databaseFile)
  return opened
}

/** Adds the pages of an increment to the database of its base. @throws BackupProblem when that does not yield what it announces */
async function addPages(file: string, pages: string, { pageBytes, result }: ManifestBase): Promise<void> {
  await applyPages({ file, pages, pageBytes, bytes: result.bytes })
  if ((await digestOf(file)).sha256 !== result.sha256)
    throw new BackupProblem(backupProblems.changed(result.name))
}

/** @throws BackupProblem, FileProblem instead of the errors of a file that is no backup, is damaged or cannot be read */
async function extracted(path: string, work: () => Promise<OpenedBackup>): Promise<OpenedBackup> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AgeError) throw new BackupProblem(backupProblems.sealed[error.code](path))
    if (error instanceof TarError || isZlibError(error))
      throw new BackupProblem(backupProblems.sealed.DAMAGED(path))
    throw fileProblemOf(error, path) ?? error
  }
}

const isZlibError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(?:ZSTD_|Z_|ERR_ZLIB)/.test(String(error.code))

async function extract(
  path: string,
  identity: KeyObject,
  keyring: Keyring,
  folder: string,
  accept: (manifest: Manifest) => void | Promise<void>,
): Promise<OpenedBackup> {
  let manifest: Manifest | null = null
  const found: string[] = []
  const take = async ({ name, content }: TarEntry): Promise<void> => {
    if (manifest === null) {
      if (name !== manifestName) throw new BackupProblem(backupProblems.notOurs(path))
      manifest = await manifestOf(path, content, keyring)
      await accept(manifest)
      return
    }
    const listed = manifest.files.find((file) => file.name === name)
    // No name leads out of the folder.
    if (!listed || !expected.has(name)) throw new BackupProblem(backupProblems.changed(name))
    const hash = createHash('sha256')
    const into = join(folder, name)
    await pipeline(
      content,
      async function* (parts: AsyncIterable<Uint8Array>) {
        for await (const part of parts) {
          hash.update(part)
          yield part
        }
      },
      createWriteStream(into, { mode: 0o600, flush: true }),
    ).catch((error: unknown) => {
      // A full disk is that of the copy, not that of the backup.
      throw fileProblemOf(error, into) ?? error
    })
    if (hash.digest('hex') !== listed.sha256) throw new BackupProblem(backupProblems.changed(name))
    found.push(name)
  }
  await pipeline(
    openAge(identity, createReadStream(path)),
    createZstdDecompress(),
    async (plain: AsyncIterable<Uint8Array>) => {
      for await (const entry of readTar(plain)) await take(entry)
    },
  )
  const read = manifest as Manifest | null
  if (read === null) throw new BackupProblem(backupProblems.notOurs(path))
  const missing = read.files.find((file) => !found.includes(file.name))
  if (missing) throw new BackupProblem(backupProblems.changed(missing.name))
  return { manifest: read, databaseFile: join(folder, databaseNames[read.engine]) }
}

async function manifestOf(
  path: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  keyring: Keyring,
): Promise<Manifest> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of content) {
    bytes += part.length
    if (bytes > longestManifest) throw new BackupProblem(backupProblems.notOurs(path))
    parts.push(part)
  }
  const read = readManifest(Buffer.concat(parts))
  if (!read) throw new BackupProblem(backupProblems.notOurs(path))
  const { manifest } = read
  // Named first: the usual mistake is a key file from after a rotation, or of another installation.
  const strange = Object.entries(manifest.rootKeys).find(
    ([version, fingerprint]) =>
      keyring.versions.includes(Number(version)) && keyring.fingerprint(Number(version)) !== fingerprint,
  )
  if (strange || !keyring.versions.includes(manifest.rootVersion))
    throw new BackupProblem(backupProblems.otherRootKeys(manifest.at))
  if (!read.isOwn(keyring)) throw new BackupProblem(backupProblems.forged)
  return manifest
}
