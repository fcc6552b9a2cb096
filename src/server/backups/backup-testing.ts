import { randomBytes } from 'node:crypto'
import {
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { sql } from 'kysely'
import { newAgeKey, openAge, readIdentity } from '#server/platform/crypto/age.ts'
import type { Engine } from '#server/platform/database/engine.ts'
import type { Command } from '#server/commands/command.ts'
import { testAnswers } from '#server/commands/testing.ts'
import { attachmentsIn, pdfOf } from '#server/vault/attachments/attachment-testing.ts'
import { startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { dataFiles } from './copied-files.ts'
import { addressOfBase } from './postgres-tools.ts'
import { readTar } from './tar.ts'

/** Returns the names of backups that are being written into a folder, or were; not of the empty file that tries the folder. */
export const partsIn = (folder: string): string[] =>
  readdirSync(folder).filter(
    (name) =>
      name.endsWith('.part') && (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0) > 0,
  )

/** An installation with a little of everything, and what its operator has. */
export type BackedUp = Awaited<ReturnType<typeof startBackedUp>>

/** Starts an installation whose commands run on the same database and data folder. */
export async function startBackedUp(engine: Engine) {
  const scratch = mkdtempSync(join(tmpdir(), 'trousseau-backups-'))
  const rootKey = randomBytes(32)
  const key = newAgeKey()
  const root = { TROUSSEAU_ROOT_KEY: `1:${rootKey.toString('base64')}*` }
  const at = await startContentWorld(engine, root)
  const item = await at.item({ name: 'Routeur', password: 'Motdepasse-1', login: 'admin' })
  await at.call('PATCH', `/api/item/${item}`, { elementType: 'password', elementValue: 'Motdepasse-2' })
  await at.item({ name: 'Second', password: 'Motdepasse-3' })
  await at.folder('Réseau')
  const file = await attachmentsIn(at).attach(item, pdfOf(100_000))
  await at.app.deps.sealer.round()
  const env = { ...root, ...(await placeOf(at, engine)), TROUSSEAU_BACKUP_KEY: key.recipient }
  const folder = join(scratch, 'backups')
  mkdirSync(folder)
  const keyFile = join(scratch, 'backup.key')
  writeFileSync(keyFile, `${key.identity}\n`)

  const run = async (command: Command, args: string[], other: Record<string, string> = {}) => {
    const { terminal, said } = testAnswers([], false)
    const code = await command({ env: { ...env, ...other }, args, terminal, clock: () => at.app.time.now })
    return { code, said }
  }
  return {
    ...at,
    itemId: item,
    file,
    env,
    scratch,
    folder,
    keyFile,
    identity: key.identity,
    rootKey,
    run,
    backups: () => readdirSync(folder).toSorted(),
    close: async () => {
      await at.app.close()
      rmSync(scratch, { recursive: true, force: true })
    },
  }
}

/** Returns the settings of the database of a test app, with the files of its data folder beside it. */
async function placeOf({ app }: ContentWorld, engine: Engine): Promise<Record<string, string>> {
  const { dataFolder } = app.deps.config
  if (engine === 'postgres') {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.plainDb)
    const cluster = process.env['TROUSSEAU_TEST_POSTGRES'] ?? ''
    return { TROUSSEAU_DATA: dataFolder, DATABASE_URL: addressOfBase(cluster, rows[0]?.name ?? '') }
  }
  const { rows } = await sql<{
    file: string
  }>`select file from pragma_database_list where name = 'main'`.execute(app.plainDb)
  const folder = dirname(rows[0]?.file ?? '')
  for (const name of dataFiles)
    if (existsSync(join(dataFolder, name))) copyFileSync(join(dataFolder, name), join(folder, name))
  return { TROUSSEAU_DATA: folder }
}

/** Returns the files inside a backup, as any age tool with zstd and tar extracts them. */
export async function filesIn(path: string, identity: string): Promise<Map<string, Buffer>> {
  const key = readIdentity(identity)
  if (!key) throw new Error('no identity')
  const files = new Map<string, Buffer>()
  const plain = Readable.from(openAge(key, createReadStream(path))).pipe(createZstdDecompress())
  for await (const { name, content } of readTar(plain)) {
    const parts: Uint8Array[] = []
    for await (const part of content) parts.push(part)
    files.set(name, Buffer.concat(parts))
  }
  return files
}
