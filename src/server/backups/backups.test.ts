import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backupProblems, backupTexts as texts } from '#texts/backups.ts'
import { backupCommand, backupKeyCommand } from '#server/commands/backup.ts'
import { verifyBackupCommand } from '#server/commands/verify-backup.ts'
import { newAgeKey, readIdentity, readRecipient, sealAge } from '#server/platform/crypto/age.ts'
import { openKeyring } from '#server/platform/crypto/keyring.ts'
import { testAnswers } from '#server/commands/testing.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { createZstdCompress } from 'node:zlib'
import { Readable } from 'node:stream'
import { filesIn, startBackedUp, type BackedUp } from './backup-testing.ts'
import { checkFile, databaseNames } from './copy-database.ts'
import { manifestName, readManifest, writeManifest, type Manifest } from './manifest.ts'
import { packTar } from './tar.ts'

it('prints the private half of the key once, and stores nothing [BKUP-03]', async () => {
  const { terminal, said } = testAnswers([])
  expect(await backupKeyCommand({ env: {}, args: [], terminal, clock: Date.now })).toBe(0)
  const text = said.join('\n')
  const [identity = ''] = /AGE-SECRET-KEY-1\w+/.exec(text) ?? []
  const [recipient = ''] = /\bage1\w+/.exec(text) ?? []
  expect(readIdentity(identity)).not.toBeNull()
  expect(readRecipient(recipient)).not.toBeNull()
})

it('calls damaged only a file that SQLite calls so, and not one that could not be checked', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trousseau-check-'))
  const file = join(folder, 'text')
  writeFileSync(file, 'no database, and longer than its header of a hundred bytes'.repeat(4))
  expect(await checkFile(file)).toEqual({ verdict: 'malformed', tables: {} })
  await expect(checkFile(folder)).rejects.toThrow('unable to open')
  rmSync(folder, { recursive: true })
})

eachEngine((engine) => {
  describe('backups', () => {
    let at: BackedUp
    let path: string
    beforeAll(async () => {
      at = await startBackedUp(engine)
      const { code, said } = await at.run(backupCommand, [at.folder])
      expect(code, said.join('\n')).toBe(0)
      path = join(at.folder, at.backups()[0] ?? '')
    })
    afterAll(() => at.close())

    const keyring = () => openKeyring({ active: 1, keys: [{ version: 1, key: at.rootKey }] })
    const verify = async (file = path, keyFile = at.keyFile, env: Record<string, string> = {}) =>
      at.run(verifyBackupCommand, [file, '--key-file', keyFile], env)
    /** Seals files as whoever knows the recipient can. */
    const seal = async (files: ReadonlyMap<string, Buffer>): Promise<string> => {
      const entries = [...files].map(([name, bytes]) => ({ name, bytes: bytes.length, content: [bytes] }))
      const key = readRecipient(at.env['TROUSSEAU_BACKUP_KEY'] ?? '')
      if (!key) throw new Error('no recipient')
      const parts: Uint8Array[] = []
      for await (const part of sealAge(key, Readable.from(packTar(entries)).pipe(createZstdCompress())))
        parts.push(part)
      const file = join(at.scratch, 'forged.backup')
      writeFileSync(file, Buffer.concat(parts))
      return file
    }
    const manifestIn = (files: ReadonlyMap<string, Buffer>): Manifest => {
      const read = readManifest(files.get(manifestName) ?? Buffer.alloc(0))
      if (!read) throw new Error('no manifest')
      return read.manifest
    }

    it('are one sealed file, written while the server runs, with a manifest [BKUP-01]', async () => {
      expect(at.backups()).toEqual([expect.stringMatching(/^trousseau-[\dT-]+Z\.backup$/)])
      const files = await filesIn(path, at.identity)
      const [first, second] = files.keys()
      expect([first, second]).toEqual([manifestName, databaseNames[engine]])
      const manifest = manifestIn(files)
      expect(manifest).toMatchObject({ engine, tables: { items: 2, folders: 1, attachments: 1 } })
      expect(manifest.checkpoint).toContain('trousseau/')
      expect(manifest.attachmentBytes).toBeGreaterThan(100_000)
      expect(manifest.rootKeys).toEqual({ 1: keyring().fingerprint(1) })
      const { rows } = {
        rows: await at.app.plainDb
          .selectFrom('journal')
          .select('objects')
          .where('action', '=', 'backup.made')
          .execute(),
      }
      expect(rows).toHaveLength(1)
    })

    it('contain no root key and no private key [BKUP-03]', async () => {
      const secrets = [
        at.rootKey,
        Buffer.from(at.rootKey.toString('base64')),
        Buffer.from(at.rootKey.toString('hex')),
        Buffer.from(at.identity),
        Buffer.from('Motdepasse-2'),
      ]
      for (const [name, bytes] of await filesIn(path, at.identity))
        for (const secret of secrets) expect(bytes.includes(secret), name).toBe(false)
      expect(readFileSync(path).includes('Routeur')).toBe(false)
    })

    it('are verified by opening everything in them, in one line [BKUP-04]', async () => {
      const { code, said } = await verify()
      expect(said.slice(1)).toEqual([
        texts
          .opened(
            { chests: 1, guardians: 0, items: 2, versions: 1, attachments: 1 },
            expect.any(Number) as number,
          )
          .replace(/journal.*$/s, said[1]?.match(/journal.*$/s)?.[0] ?? '-'),
        texts.good,
      ])
      expect(code).toBe(0)
    })

    it('do not pass with one byte of a password spoilt, or a chunk of an attachment [BKUP-05]', async () => {
      const { plainDb: db } = at.app
      const folder = join(at.scratch, 'spoilt')
      mkdirSync(folder)
      const { password } = await db
        .selectFrom('items')
        .select('password')
        .where('id', '=', at.itemId)
        .executeTakeFirstOrThrow()
      const chunk = await db
        .selectFrom('attachment_chunks')
        .select('sealed')
        .where('number', '=', 1)
        .executeTakeFirstOrThrow()
      const spoilt = (bytes: Uint8Array | null) => {
        const copy = Buffer.from(bytes ?? [])
        copy[30] = (copy[30] ?? 0) ^ 1
        return copy as unknown as typeof password
      }
      await db
        .updateTable('items')
        .set({ password: spoilt(password) })
        .where('id', '=', at.itemId)
        .execute()
      await db
        .updateTable('attachment_chunks')
        .set({ sealed: spoilt(chunk.sealed) as never })
        .where('number', '=', 1)
        .execute()
      await at.run(backupCommand, [folder])
      await db.updateTable('items').set({ password }).where('id', '=', at.itemId).execute()
      await db
        .updateTable('attachment_chunks')
        .set({ sealed: chunk.sealed as never })
        .where('number', '=', 1)
        .execute()
      const [name = ''] = readdirSync(folder)
      const { code, said } = await verify(join(folder, name))
      expect(said.slice(-2)).toEqual([
        texts.faults.closed(2, [`items.password ${at.itemId}`, `attachments.chunk ${at.file}`]),
        texts.bad(1),
      ])
      expect(code).toBe(1)
    })

    it('do not pass when they are cut off, changed or no backup at all [BKUP-05]', async () => {
      const bytes = readFileSync(path)
      const file = join(at.scratch, 'cut.backup')
      writeFileSync(file, bytes)
      truncateSync(file, bytes.length - 70_000)
      await expect(verify(file)).rejects.toThrow(backupProblems.sealed.DAMAGED(file))
      const changed = Buffer.from(bytes)
      changed[bytes.length - 40_000] = (changed[bytes.length - 40_000] ?? 0) ^ 1
      writeFileSync(file, changed)
      await expect(verify(file)).rejects.toThrow(backupProblems.sealed.DAMAGED(file))
      writeFileSync(file, 'SQLite format 3')
      await expect(verify(file)).rejects.toThrow(backupProblems.sealed.FORMAT(file))
      await expect(verify(join(at.scratch, 'nowhere'))).rejects.toThrow(/ENOENT/)
    })

    it('do not open with another backup key, nor with the root keys of another installation [BKUP-05]', async () => {
      const other = join(at.scratch, 'other.key')
      writeFileSync(other, newAgeKey().identity)
      await expect(verify(path, other)).rejects.toThrow(backupProblems.sealed.KEY(path))
      const root = { TROUSSEAU_ROOT_KEY: `1:${Buffer.alloc(32, 7).toString('base64')}*` }
      const manifest = manifestIn(await filesIn(path, at.identity))
      await expect(verify(path, at.keyFile, root)).rejects.toThrow(backupProblems.otherRootKeys(manifest.at))
    })

    it('are not believed when others sealed them, and count every row [BKUP-05]', async () => {
      const files = await filesIn(path, at.identity)
      const manifest = manifestIn(files)
      // Whoever knows the recipient changes the manifest, but has not the root key.
      const text = JSON.stringify({ ...manifest, program: '9.9.9' })
      const forged = await seal(
        new Map([...files, [manifestName, Buffer.from(`${text}\n${'0'.repeat(64)}\n`)]]),
      )
      await expect(verify(forged)).rejects.toThrow(backupProblems.forged)
      const numbers = 'numbers.highest'
      const swapped = await seal(new Map([...files, [numbers, Buffer.from('{"users":1}')]]))
      await expect(verify(swapped)).rejects.toThrow(backupProblems.changed(numbers))
      // A row less than there was.
      const tables = { ...manifest.tables, items: 3 }
      const fewer = await seal(
        new Map([...files, [manifestName, writeManifest(keyring(), { ...manifest, tables })]]),
      )
      const { code, said } = await verify(fewer)
      expect(said).toContain(texts.faults.rows('items', 2, 3))
      expect(code).toBe(1)
    })

    it('need a key, and a folder that is there', async () => {
      await expect(at.run(backupCommand, [at.folder], { TROUSSEAU_BACKUP_KEY: '' })).rejects.toThrow(
        backupProblems.noKey,
      )
      const nowhere = join(at.scratch, 'not-mounted')
      await expect(at.run(backupCommand, [nowhere])).rejects.toThrow(backupProblems.noFolder(nowhere))
      rmSync(nowhere, { recursive: true, force: true })
    })
  })
})
