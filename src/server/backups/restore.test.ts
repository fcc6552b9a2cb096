import { randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backupProblems, backupTexts as texts } from '#texts/backups.ts'
import { takeCensus } from '#server/access/census.ts'
import { backupCommand } from '#server/commands/backup.ts'
import { restoreCommand } from '#server/commands/restore.ts'
import { verifyJournalCommand } from '#server/commands/verify-journal.ts'
import { readConfig } from '#server/config.ts'
import { confirmFor, databaseOf } from '#server/installation.ts'
import { createLog } from '#server/log.ts'
import { alertsOf } from '#server/office/alerts/rules.ts'
import { openKeys } from '#server/platform/crypto/key-holder.ts'
import type { Database } from '#server/platform/database/open.ts'
import { checkpointsFile, createJournalSealer, sealerTimes } from '#server/platform/journal/sealer.ts'
import { restorationsOf } from '#server/platform/journal/restorations.ts'
import { storedJournalKeys } from '#server/platform/journal/journal-keys.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { startBackedUp, type BackedUp } from './backup-testing.ts'
import { addressOfBase } from './postgres-tools.ts'

eachEngine((engine) => {
  describe('restore', () => {
    let at: BackedUp
    let path: string
    let place: Record<string, string>
    let restored: Database
    let said: string[]
    let base = ''
    const admin = async (statement: string) => {
      const client = new Client({ connectionString: process.env['TROUSSEAU_TEST_POSTGRES'] })
      await client.connect()
      await client.query(statement)
      await client.end()
    }
    const log = createLog('silent', { write: () => undefined })

    beforeAll(async () => {
      at = await startBackedUp(engine)
      const { app, chest } = at
      await app.plainDb.transaction().execute((tx) =>
        app.deps.outbox.add(tx, {
          to: 'camille@exemple.fr',
          template: 'loginReminder',
          values: { firstName: 'Camille', login: 'camille' },
        }),
      )
      const nota = await at.call('POST', '/api/nota/create', {
        chestId: chest.id,
        message: 'bonjour',
        expirationDateId: 1,
      })
      expect(nota.status, nota.text).toBeLessThan(300)
      await app.deps.sealer.round()
      const bob = await at.world.addUser({ login: 'bob' })
      await at.world.grantUser(chest, bob)
      await at.run(backupCommand, [at.folder])
      path = join(at.folder, at.backups()[0] ?? '')
      // What happens afterwards, with a checkpoint that only the other machine keeps.
      app.time.now += sealerTimes.checkpointMs + 1_000
      await at.item({ name: 'Plus tard' })
      // Another proof in the place of the one that the backup has.
      await at.world.grantUser(chest, bob, { update: true })
      await app.deps.sealer.round()
      const home = join(at.scratch, 'home')
      place = { TROUSSEAU_DATA: home }
      if (engine === 'postgres') {
        base = `restored_${randomBytes(6).toString('hex')}`
        await admin(`create database ${base}`)
        place['DATABASE_URL'] = addressOfBase(process.env['TROUSSEAU_TEST_POSTGRES'] ?? '', base)
      }
      app.time.now += 60_000
      const result = await at.run(restoreCommand, [path, '--key-file', at.keyFile], place)
      said = result.said
      expect(result.code, said.join('\n')).toBe(0)
      const config = readConfig({ ...at.env, ...place })
      restored = await databaseOf(config)
      // As a start does.
      await openKeys(config, log, async () => false, confirmFor(restored, config))
    })
    afterAll(async () => {
      await restored.close()
      if (base !== '') await admin(`drop database ${base} with (force)`)
      await at.close()
    })

    it('brings everything back, with the right keys only [BKUP-06]', async () => {
      const names = await restored.db.selectFrom('items').select('id').execute()
      expect(names).toHaveLength(2)
      expect(said).toContain(texts.good)
      const other = { ...place, TROUSSEAU_ROOT_KEY: `1:${Buffer.alloc(32, 7).toString('base64')}*` }
      const empty = join(at.scratch, 'empty')
      await expect(
        at.run(restoreCommand, [path, '--key-file', at.keyFile], { ...other, TROUSSEAU_DATA: empty }),
      ).rejects.toThrow(/clés racine/)
      expect(existsSync(join(empty, 'trousseau.db'))).toBe(false)
    })

    it('restores into an empty place only [BKUP-06]', async () => {
      await expect(at.run(restoreCommand, [path, '--key-file', at.keyFile], place)).rejects.toThrow(
        /n'est pas vide|existe déjà/,
      )
      if (engine === 'postgres') {
        const again = { ...place, TROUSSEAU_DATA: join(at.scratch, 'again') }
        await expect(at.run(restoreCommand, [path, '--key-file', at.keyFile], again)).rejects.toThrow(
          backupProblems.baseNotEmpty,
        )
      }
    })

    it('ends sessions and links, sends no mail again, and destroys messages to be read once [BKUP-07]', async () => {
      for (const table of ['sessions', 'notas', 'key_nodes', 'chest_unlocks'] as const)
        expect(await restored.db.selectFrom(table).selectAll().execute(), table).toEqual([])
      const mails = await restored.db.selectFrom('outbox').select(['state', 'sealed']).execute()
      expect(mails).toEqual([{ state: 'failed', sealed: null }])
      expect(said).toContain(texts.restore.ended({ sessions: 1, links: 0, mails: 1, notas: 1 }))
    })

    it('is told by a proved row of the journal, which raises an alert [BKUP-08]', async () => {
      const row = await restored.db
        .selectFrom('journal')
        .selectAll()
        .where('action', '=', 'backup.restored')
        .executeTakeFirstOrThrow()
      expect(JSON.parse(row.objects)).toMatchObject({ sessions: 1, notas: 1, mails: 1 })
      const raised = await restored.db.transaction().execute((tx) => alertsOf(tx, row))
      expect(raised).toEqual([expect.objectContaining({ kind: 'backup-restored' })])
    })

    it('excuses the checkpoints that it undid, and no later setting back [BKUP-08]', async () => {
      const config = readConfig({ ...at.env, ...place })
      const keys = await openKeys(config, log, async () => false)
      const run = () => at.run(verifyJournalCommand, [], place)
      const sealer = createJournalSealer({ config, db: restored.db, keys, log, clock: () => at.app.time.now })
      await sealer.round()
      const { code, said: lines } = await run()
      expect(code, lines.join('\n')).toBe(0)
      // Another node has those of after the backup in its data folder.
      const before = readFileSync(join(config.dataFolder, checkpointsFile), 'utf8')
      appendFileSync(
        join(config.dataFolder, checkpointsFile),
        readFileSync(join(at.app.deps.config.dataFolder, checkpointsFile), 'utf8'),
      )
      expect(before).not.toBe('')
      expect((await run()).code).toBe(0)
      // The database is set back to a moment after the restoration: that is no restoration.
      const own = await storedJournalKeys(restored.db, keys)
      if (!own) throw new Error('no keys')
      const [restoration] = await restorationsOf(restored.db, own)
      const forged = own.signer.sign(
        `${own.signer.name}\n${(restoration?.rows ?? 0) + 50}\n${Buffer.alloc(32).toString('base64')}\n${new Date((restoration?.at ?? 0) + 5_000).toISOString()}\n`,
      )
      appendFileSync(join(config.dataFolder, checkpointsFile), `${forged}\n`)
      expect((await run()).code).toBe(1)
    })

    it('gives no number again, and its census accuses nobody [BKUP-08]', async () => {
      const { TROUSSEAU_DATA: folder = '' } = place
      const numbers = JSON.parse(readFileSync(join(folder, 'numbers.highest'), 'utf8')) as { users: number }
      expect(numbers.users).toBeGreaterThan(10_000)
      expect(await takeCensus(restored.db, { dataFolder: folder, now: at.app.time.now })).toEqual([])
      // The data folder of another node remembers the rows of after the backup.
      const other = join(at.scratch, 'other-node')
      mkdirSync(other)
      await takeCensus(at.app.plainDb, { dataFolder: other, now: at.app.time.now })
      const later = { dataFolder: other, now: at.app.time.now + 60_000 }
      expect(await takeCensus(restored.db, { ...later, restoredAt: at.app.time.now + 1 })).toEqual([])
      await takeCensus(at.app.plainDb, later)
      expect(await takeCensus(restored.db, later)).not.toEqual([])
    })
  })
})
