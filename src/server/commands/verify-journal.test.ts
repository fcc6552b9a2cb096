import { randomBytes } from 'node:crypto'
import { copyFileSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { verifyJournalTexts as texts } from '#texts/verify-journal.ts'
import { createLog } from '#server/log.ts'
import { holderOf } from '#server/platform/crypto/key-holder.ts'
import { keySourceOf } from '#server/platform/crypto/key-sources.ts'
import { archivesFolder } from '#server/platform/journal/archives.ts'
import { exportMark, proofOfLine } from '#server/platform/journal/export-proof.ts'
import { createJournalKeys } from '#server/platform/journal/journal-keys.ts'
import { createJournal } from '#server/platform/journal/journal.ts'
import { retainJournal } from '#server/platform/journal/retention.ts'
import { checkpointsFile, createJournalSealer, sealerTimes } from '#server/platform/journal/sealer.ts'
import { readConfig } from '../config.ts'
import { eachEngine } from '../testing/databases.ts'
import { createAdminCommand } from './create-admin.ts'
import { rotateKeyCommand } from './rotate-key.ts'
import { testInstallation, type TestInstallation } from './testing.ts'
import { verifyJournalCommand } from './verify-journal.ts'

eachEngine((engine) => {
  describe('verify-journal', () => {
    let home: TestInstallation
    const began = Date.UTC(2026, 0, 15, 9)
    let now = began
    let people = 0
    beforeEach(async () => {
      home = await testInstallation(engine)
      now = began
      await record()
    })
    afterEach(() => home.close())

    /** Records an event, and binds it as a running server does. */
    const record = async () => {
      people += 1
      const args = ['--login', `personne${people}`, '--first-name', 'Camille', '--last-name', 'Roux']
      await home.run(createAdminCommand, {
        args: [...args, '--email', `personne${people}@exemple.fr`, '--generate'],
      })
      now += sealerTimes.checkpointMs
      await createJournalSealer(await server()).round()
    }
    /** What a running server would have. */
    const server = async () => {
      const config = readConfig(home.env)
      const keys = holderOf(keySourceOf(config), async () => false)
      await keys.reload()
      const clock = () => now
      return {
        config,
        db: home.database.db,
        keys,
        clock,
        log: createLog('info', { write: () => undefined }),
        journal: createJournal({ clock, keys, randomBytes }),
      }
    }
    /** Lets what is older than a year leave, at a later moment. */
    const retain = async (at: number) => {
      now = at
      await retainJournal(await server(), async () => true)
    }
    const verify = async (...args: string[]) => {
      const { code, said } = await home.run(verifyJournalCommand, { args })
      return { code, said: said.slice(1, -1) }
    }

    it('says that the journal is whole, also across a change of the root key [PROO-11]', async () => {
      expect(await verify()).toEqual({ code: 0, said: [texts.good] })
      await home.run(rotateKeyCommand)
      await record()
      expect(await verify('--checkpoint', join(home.folder, checkpointsFile))).toEqual({
        code: 0,
        said: [texts.good],
      })
    })

    it('says which row was changed and how, with exit code 1 [PROO-10]', async () => {
      await sql`update journal set actor_name = 'alex' where seq = 1`.execute(home.database.db)
      expect(await verify()).toEqual({
        code: 1,
        said: [texts.faults.changed(1), texts.faults.rewritten(1), texts.bad],
      })
    })

    it('proves with a file of checkpoints that an older database was put back [PROO-08]', async () => {
      await record()
      const kept = join(home.folder, 'kept.txt')
      renameSync(join(home.folder, checkpointsFile), kept)
      const { db } = home.database
      await sql`delete from journal where seq > 1`.execute(db)
      await sql`delete from journal_blocks where number > 1`.execute(db)
      await sql`delete from journal_checkpoints where size > 1`.execute(db)
      expect(await verify()).toEqual({ code: 0, said: [texts.good] })
      expect(await verify('--checkpoint', kept)).toEqual({
        code: 1,
        said: [texts.faults.truncated(2), texts.bad],
      })
      renameSync(kept, join(home.folder, checkpointsFile))
      expect((await verify()).said, 'those in the data folder').toEqual([
        texts.faults.truncated(2),
        texts.bad,
      ])
    })

    /** Three events a year later; the first two leave. */
    const leave = async () => {
      // A command records by the clock of the machine: the rows are older than that clock says.
      for (let more = 0; more < 3; more += 1) await record()
      now = Date.now()
      const later = new Date(now)
      await retain(Date.UTC(later.getUTCFullYear() + 2, later.getUTCMonth(), 1))
    }
    const archives = () =>
      readdirSync(join(home.folder, archivesFolder)).map((name) => join(home.folder, archivesFolder, name))

    it('verifies the archives of what has left, also across a change of the root key [JRNL-03]', async () => {
      await record()
      const kept = join(home.folder, 'kept.txt')
      copyFileSync(join(home.folder, checkpointsFile), kept)
      await home.run(rotateKeyCommand)
      await leave()
      await home.run(rotateKeyCommand)
      await record()
      const { code, said } = await verify('--checkpoint', kept)
      expect([code, said.at(-1)]).toEqual([0, texts.good])
      expect(said).toContain(texts.archivesRead(1))
      const [archive = ''] = archives()
      const moved = join(home.folder, 'coffre-fort.archive')
      renameSync(archive, moved)
      const without = await verify('--checkpoint', kept)
      expect([without.code, without.said.at(-1)]).toEqual([0, texts.good])
      expect(without.said).toContain(texts.archivesMissing([basename(archive)]))
      expect(without.said.join()).toContain("qu'avec ces archives")
      expect((await verify('--archive', moved)).said).toContain(texts.archivesRead(1))
      const bytes = readFileSync(moved)
      bytes[100] = (bytes[100] ?? 0) ^ 1
      writeFileSync(moved, bytes)
      expect(await verify('--archive', moved)).toMatchObject({ code: 1 })
      expect((await verify('--archive', moved)).said).toContain(texts.faults.archive(moved))
      await expect(verify('--archive', moved, '--print')).rejects.toThrow(texts.archiveBroken(moved))
      await expect(verify('--archive', join(home.folder, 'none'))).rejects.toThrow('none')
    })

    it('prints the rows of archives as lines of JSON', async () => {
      const { db } = home.database
      const before = await db.selectFrom('journal').selectAll().orderBy('seq').execute()
      await leave()
      const { code, said } = await home.run(verifyJournalCommand, {
        args: ['--archive', join(home.folder, archivesFolder), '--print'],
      })
      expect(code).toBe(0)
      const [first] = before
      expect(JSON.parse(said[0] ?? '')).toEqual({
        seq: 1,
        at: new Date(first?.at ?? 0).toISOString(),
        actor: null,
        session: null,
        ip: 'local',
        action: first?.action,
        outcome: 'done',
        chest: null,
        objects: JSON.parse(first?.objects ?? ''),
      })
      expect(said.length).toBeGreaterThan(1)
      await expect(verify('--print')).rejects.toThrow(texts.printWhat)
    })

    /** Writes an export of the journal's rows, as the server proves it, latest first. */
    const exportRows = async (): Promise<string> => {
      const { db, keys } = await server()
      const own = await createJournalKeys(keys)(db)
      const rows = await db.selectFrom('journal').selectAll().orderBy('seq', 'desc').execute()
      const lines = rows.map((row, nth) => {
        const said = { seq: row.seq, sentence: 'a créé un compte' }
        const at = { export: 'abc', place: nth + 1, isLast: nth + 1 === rows.length }
        const proof = proofOfLine(own, at, exportMark(own, row), JSON.stringify(said))
        return `${JSON.stringify({ ...said, proof })}\n`
      })
      const path = join(home.folder, 'vue.jsonl')
      writeFileSync(path, lines.join(''))
      return path
    }

    it('verifies an export across a change of the root key, and after its rows have left [PROO-14]', async () => {
      await record()
      const path = await exportRows()
      await home.run(rotateKeyCommand)
      const whole = await verify('--export', path)
      const noRecord = texts.exports.noRecord
      const counted = texts.exports.counted({ lines: 2, standing: 2 })
      expect(whole).toEqual({ code: 0, said: [texts.good, noRecord, counted, texts.exports.good] })
      await leave()
      expect((await verify('--export', path)).said.slice(-2)).toEqual([counted, texts.exports.good])
      const [archive = ''] = archives()
      const moved = join(home.folder, 'coffre-fort.archive')
      renameSync(archive, moved)
      expect((await verify('--export', path)).said.slice(-3)).toEqual([
        texts.exports.counted({ lines: 2, standing: 0 }),
        texts.exports.unproved(2),
        texts.exports.unknown,
      ])
      expect((await verify('--archive', moved, '--export', path)).said.slice(-2)).toEqual([
        counted,
        texts.exports.good,
      ])
    })

    it('names the first wrong line of an export, with exit code 1 [PROO-15] [PROO-16]', async () => {
      await record()
      const path = await exportRows()
      await sql`update journal set actor_name = 'alex' where seq = 1`.execute(home.database.db)
      const changed = await verify('--export', path)
      expect([changed.code, changed.said.slice(-2)]).toEqual([
        1,
        [texts.exports.faults.differs(2, 1), texts.exports.bad],
      ])
      const [first = '', second = ''] = readFileSync(path, 'utf8').split('\n')
      writeFileSync(path, `${second}\n${first.replace('créé', 'lu')}\n`)
      const edited = await verify('--export', path)
      expect([edited.code, edited.said]).toEqual([
        1,
        expect.arrayContaining([texts.exports.faults.order(1), texts.exports.faults.changed(2)]),
      ])
      writeFileSync(path, '\uFEFFN°;Preuve\r\n')
      await expect(verify('--export', path)).rejects.toThrow(texts.exports.empty(path))
      writeFileSync(path, '"N°;Preuve')
      await expect(verify('--export', path)).rejects.toThrow(texts.unreadable(path))
      await expect(verify('--export', home.folder)).rejects.toThrow(texts.unreadable(home.folder))
    })

    it('refuses a file without a checkpoint, and options that it does not have', async () => {
      const empty = join(home.folder, 'empty.txt')
      writeFileSync(empty, '\n')
      await expect(verify('--checkpoint', empty)).rejects.toThrow(texts.noCheckpoint(empty))
      await expect(verify('--checkpoint', join(home.folder, 'none'))).rejects.toThrow(
        texts.unreadable(join(home.folder, 'none')),
      )
      await expect(verify('--checkpoint')).rejects.toThrow('--checkpoint')
      await expect(verify('--autre')).rejects.toThrow('--autre')
    })
  })
})
