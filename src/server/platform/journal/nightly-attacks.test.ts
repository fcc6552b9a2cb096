import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { createJournalKeys, type JournalKeys } from './journal-keys.ts'
import { createJournal } from './journal.ts'
import { lastJournalCheck, verifyDaily } from './nightly.ts'
import { createJournalSealer, sealerTimes } from './sealer.ts'
import { verifyJournal } from './verify.ts'

const origin = { ip: '192.0.2.7', requestId: 'x', userAgent: 'test' }

eachEngine((engine) => {
  describe('the journal, under an attacker who writes to the database, and its daily check', () => {
    let app: TestApp
    let keys: JournalKeys

    beforeEach(async () => {
      app = await startTestApp(engine)
      keys = await createJournalKeys(app.deps.keys)(app.deps.db)
    })
    afterEach(() => app.close())

    /** Records readings of items, then binds them into a block. */
    const read = async (items: readonly number[]) => {
      for (const item of items)
        await app.deps.journal.record(app.deps.db, { id: 3, login: 'camille' }, origin, {
          action: 'item.copied',
          chest: 1,
          objects: { item },
        })
      await app.deps.sealer.round()
    }
    const faults = async () => (await verifyJournal(app.deps.db, keys, { given: [] })).faults
    const run = (text: string) => sql.raw(text).execute(app.deps.db)
    const sequence = async () =>
      (await app.deps.db.selectFrom('journal').select('seq').orderBy('seq').execute()).map(({ seq }) => seq)

    it('is verified once a day by itself, and the outcome is recorded and kept [PROO-12]', async () => {
      const { db } = app.deps
      const check = () => app.jobs['verify-journal'](async () => true)
      await read([1, 2])
      await check()
      await check()
      expect(await lastJournalCheck(db, app.deps.keys)).toEqual({ at: app.time.now, rows: 2, faults: 0 })
      const outcomes = async () =>
        (
          await db
            .selectFrom('journal')
            .select('outcome')
            .where('action', '=', 'journal.checked')
            .orderBy('seq')
            .execute()
        ).map(({ outcome }) => outcome)
      expect(await outcomes()).toEqual(['done'])
      await run("update journal set ip = '192.0.2.99' where item_id = 1")
      app.time.now += 86_400_000
      await check()
      expect(await outcomes()).toEqual(['done', 'refused'])
      expect(await lastJournalCheck(db, app.deps.keys)).toMatchObject({ rows: 2, faults: 3 })
      expect(app.logged()).toContain('JOURNAL_TAMPERED: the daily check')
    })

    /** Runs the daily check of another day. @returns how many faults it found */
    const checkTomorrow = async () => {
      app.time.now += 86_400_000
      await app.jobs['verify-journal'](async () => true)
      return (await lastJournalCheck(app.deps.db, app.deps.keys))?.faults
    }

    it('shows by itself that rows were cut off, or an older database was put back [PROO-18]', async () => {
      await read([1, 2])
      app.time.now += sealerTimes.checkpointMs
      await read([3, 4])
      expect(await checkTomorrow()).toBe(0)
      const rows = await sequence()
      await run(`delete from journal where seq > ${rows[1]}`)
      await run('delete from journal_blocks where number > 1')
      await run('delete from journal_checkpoints where size > 2')
      expect(await faults(), 'with the database alone').toEqual([])
      expect(await checkTomorrow()).toBe(1)
    })

    it('shows by itself that somebody deleted its key, and began a chain that takes any row in [PROO-18]', async () => {
      await read([1, 2])
      await run("update journal set actor_name = 'alex', mac = null")
      for (const table of ['journal_blocks', 'journal_checkpoints', 'journal_cut', 'journal_archives'])
        await run(`delete from ${table}`)
      await run("delete from installation_keys where name = 'journal'")
      // A node that starts afterwards.
      const deps = { ...app.deps, journal: createJournal(app.deps) }
      await deps.journal.record(deps.db, null, origin, { action: 'sign-in.ended' })
      await createJournalSealer(deps).round()
      keys = await createJournalKeys(deps.keys)(deps.db)
      expect(await faults(), 'with the database alone').toEqual([])
      app.time.now += 86_400_000
      await verifyDaily(deps, async () => true)
      expect((await lastJournalCheck(deps.db, deps.keys))?.faults).toBe(1)
    })

    it('believes only its own row that it was verified: nobody delays the next check, or says that all is well [PROO-18]', async () => {
      await read([1, 2])
      await run("update journal set ip = '192.0.2.99' where item_id = 1")
      await checkTomorrow()
      const columns = 'ip, outcome, objects, action, node, number, mac'
      await run(`insert into journal (at, ${columns}) select at + 86400000, ip, 'done', '{"rows":2,"faults":0}',
        action, node, number, mac from journal where action = 'journal.checked'`)
      expect(await lastJournalCheck(app.deps.db, app.deps.keys)).toMatchObject({ faults: 3 })
      expect(await checkTomorrow()).toBeGreaterThan(3)
    })

    it('is not half verified by a job that must stop [PROO-12]', async () => {
      await read([1])
      await app.jobs['verify-journal'](async () => false)
      expect(await lastJournalCheck(app.deps.db, app.deps.keys)).toBeNull()
    })
  })
})
