import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { administration } from '#contract/office/administration.ts'
import { fileProblem } from '#texts/platform/file-problems.ts'
import { readConfig } from '#server/config.ts'
import { alertsOf } from '#server/office/alerts/rules.ts'
import { createReadings } from '#server/platform/metrics/readings.ts'
import { raiseAlert } from '#server/platform/alerts/raise.ts'
import { accountName } from '#server/platform/file-problem.ts'
import { byItself } from '#server/platform/journal/journal.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { backupCommand } from '#server/commands/backup.ts'
import { installationState } from '#server/office/administration/state.ts'
import { meet } from '#server/testing/two-transactions.ts'
import { startBackedUp, type BackedUp } from './backup-testing.ts'
import { createRecentBackups } from './recent.ts'
import { nameOfBackup, nameOfIncrement } from './rotation.ts'
import { backUpDaily, lastDue, watchBackups } from './schedule.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const all = async () => true

it('is due at its hour by the clock of the machine', () => {
  const at = new Date(2026, 5, 10, 2, 0).getTime()
  expect(lastDue(at, 120)).toBe(at)
  expect(lastDue(at + hourMs, 120)).toBe(at)
  expect(lastDue(at - 1, 120)).toBe(new Date(2026, 5, 9, 2, 0).getTime())
})

eachEngine((engine) => {
  describe('nightly backups', () => {
    let at: BackedUp
    beforeAll(async () => {
      at = await startBackedUp(engine)
      at.app.time.now = lastDue(at.app.time.now, 120) + dayMs + 1_000
    })
    afterAll(() => at.close())

    const deps = () => ({
      ...at.app.deps,
      db: at.app.plainDb,
      config: readConfig({ ...at.env, TROUSSEAU_BACKUP_DIR: at.folder }),
    })
    const night = () => backUpDaily(deps(), all)
    const recorded = () =>
      at.app.plainDb
        .selectFrom('journal')
        .select(['outcome', 'objects'])
        .where('action', '=', 'backup.made')
        .orderBy('seq')
        .execute()
    const outcomes = async () => (await recorded()).map(({ outcome }) => outcome)
    /** What the administration page is told where nightly backups are set. */
    const state = async () =>
      (await installationState({ ...deps(), certificateExpiresAt: () => null })).backups
    const tile = async () => {
      const chief = await at.world.addUser({
        login: `chef${Math.random()}`,
        role: 'ROLE_SUPER_ADMINISTRATOR',
      })
      const cookie = await at.world.session(chief)
      const { body } = await at.call('GET', '/api/administration/state', undefined, cookie)
      return (body as ReplyOf<typeof administration.state>).backups
    }

    /** The metrics of backups, in seconds. */
    const measured = async () => {
      const readings = createReadings({
        ...deps(),
        measureDatabase: () => ({ waiting: 0, connections: null }),
        tasks: [],
        certificateExpiresAt: () => null,
      })
      const valueOf = async (name: string) => (await readings()).find((one) => one.name === name)?.value
      return {
        awaited: await valueOf('trousseau_backup_awaited_timestamp_seconds'),
        proven: await valueOf('trousseau_backup_last_proven_timestamp_seconds'),
      }
    }
    const lateAlerts = async () =>
      (await at.app.plainDb.selectFrom('alerts').select('kind').where('kind', '=', 'backup-late').execute())
        .length

    it('are late a day and a half after they were set, if none was ever made [BKUP-10]', async () => {
      await watchBackups({ ...deps(), config: readConfig(at.env) })
      at.app.time.now += 2 * dayMs
      await watchBackups(deps())
      expect([await lateAlerts(), (await state()).isLate], 'set just now').toEqual([0, false])
      expect(await measured()).toEqual({ awaited: at.app.time.now / 1_000, proven: undefined })
      at.app.time.now += 1.5 * dayMs - 1
      await watchBackups(deps())
      expect([await lateAlerts(), (await state()).isLate]).toEqual([0, false])
      at.app.time.now += 1
      await watchBackups(deps())
      await watchBackups(deps())
      expect(await lateAlerts()).toBe(1)
      expect(await state()).toMatchObject({ last: null, failedAt: null, isLate: true })
      expect((await tile()).isLate, 'where none are set').toBe(false)
    })

    it('are made once a day, and shown [BKUP-10]', async () => {
      expect(await tile()).toMatchObject({ last: null, failedAt: null })
      await night()
      await night()
      expect(at.backups()).toHaveLength(1)
      expect(await outcomes()).toEqual(['done'])
      expect((await measured()).proven).toBe(at.app.time.now / 1_000)
      expect(await tile()).toMatchObject({ last: { bytes: expect.any(Number) as number }, failedAt: null })
    })

    it('rotate, and leave other files alone [BKUP-09]', async () => {
      const old = nameOfBackup(at.app.time.now - hourMs)
      for (const name of [old, 'notes.txt']) writeFileSync(join(at.folder, name), '')
      at.app.time.now += dayMs
      await night()
      expect(at.backups()).not.toContain(old)
      expect(at.backups()).toContain('notes.txt')
      expect(at.backups()).toHaveLength(3)
    })

    it('open all chests within seven backups, whatever nights have none [BKUP-11]', async () => {
      for (let more = 0; more < 8; more += 1) await at.world.addChest(`Coffre ${more}`, at.owner)
      const before = (await recorded()).length
      for (const days of [1, 2, 1, 7, 1, 14, 1]) {
        at.app.time.now += days * dayMs
        await night()
      }
      const made = (await recorded())
        .slice(before)
        .map(({ objects }) => JSON.parse(objects) as { share: number; opened: number })
      expect(made).toHaveLength(7)
      expect(new Set(made.map(({ share }) => share))).toEqual(new Set([0, 1, 2, 3, 4, 5, 6]))
      const chests = await at.app.plainDb.selectFrom('chests').select('id').execute()
      expect(made.reduce((sum, { opened }) => sum + opened, 0)).toBe(chests.length)
    })

    it('with a value that does not open are told each night until it does, and nothing is rotated meanwhile [BKUP-11]', async () => {
      const { plainDb: db } = at.app
      const row = await db
        .selectFrom('items')
        .select('meta')
        .where('id', '=', at.itemId)
        .executeTakeFirstOrThrow()
      const spoilt = Buffer.from(row.meta)
      spoilt[25] = (spoilt[25] ?? 0) ^ 1
      await db
        .updateTable('items')
        .set({ meta: spoilt as unknown as typeof row.meta })
        .where('id', '=', at.itemId)
        .execute()
      const failures: string[] = []
      const nextNight = async () => {
        at.app.time.now += dayMs
        await night().catch((error: Error) => failures.push(error.message))
      }
      for (let day = 0; day < 7 && failures.length === 0; day += 1) await nextNight()
      // Rotation would delete them: each is of a day that has a newer one.
      const old = [1, 2, 3].map((days) => nameOfBackup(at.app.time.now - days * dayMs - hourMs))
      for (const name of old) writeFileSync(join(at.folder, name), '')
      const files = at.backups().length
      await night()
      expect(at.backups(), 'one file a day').toHaveLength(files)
      for (let day = 0; day < 3; day += 1) await nextNight()
      expect(failures).toEqual(Array(4).fill(expect.stringContaining(`items.meta ${at.itemId}`)))
      expect(at.backups()).toEqual(expect.arrayContaining(old))
      expect((await state()).failedAt).not.toBeNull()
      await db.updateTable('items').set({ meta: row.meta }).where('id', '=', at.itemId).execute()
      await nextNight()
      expect(failures).toHaveLength(4)
      expect((await state()).failedAt).toBeNull()
      for (const name of old) expect(at.backups()).not.toContain(name)
    })

    it('are made though the command made one since their hour [BKUP-10]', async () => {
      at.app.time.now += dayMs
      const elsewhere = join(at.scratch, 'elsewhere')
      mkdirSync(elsewhere)
      const before = await state()
      const { code, said } = await at.run(backupCommand, [elsewhere], { TROUSSEAU_BACKUP_DIR: at.folder })
      expect(code, said.join('\n')).toBe(0)
      expect(await state()).toEqual(before)
      expect((await tile()).last?.at, 'where no nightly ones are set').toBe(
        new Date(at.app.time.now).toISOString(),
      )
      const names = at.backups()
      await night()
      expect(at.backups().filter((name) => !names.includes(name))).toEqual([nameOfBackup(at.app.time.now)])
    })

    it('that fail are told once a day, and tried again [BKUP-10]', async () => {
      at.app.time.now += dayMs
      const before = await outcomes()
      const names = readdirSync(at.folder)
      rmSync(at.folder, { recursive: true })
      await expect(night()).rejects.toThrow(at.folder)
      await expect(night()).rejects.toThrow(at.folder)
      expect((await outcomes()).slice(before.length)).toEqual(['refused'])
      expect((await tile()).failedAt).not.toBeNull()
      const row = await at.app.plainDb
        .selectFrom('journal')
        .selectAll()
        .where('action', '=', 'backup.made')
        .orderBy('seq', 'desc')
        .executeTakeFirstOrThrow()
      const raised = await at.app.plainDb.transaction().execute((tx) => alertsOf(tx, row))
      expect(raised.map(({ kind }) => kind)).toEqual(['backup-failed'])
      mkdirSync(at.folder)
      expect(names.length).toBeGreaterThan(0)
      await night()
      expect(await tile()).toMatchObject({ failedAt: null })
    })

    it('that the system does not let write are recorded with its reason [BKUP-10]', async () => {
      at.app.time.now += dayMs
      const path = join(at.folder, nameOfBackup(at.app.time.now))
      mkdirSync(path)
      const before = (await recorded()).length
      await expect(night()).rejects.toThrow()
      const [failure] = (await recorded()).slice(before)
      const { reason } = JSON.parse(failure?.objects ?? '{}') as { reason?: string }
      expect(reason).toBe(fileProblem('EISDIR', [`${path}.part`, path], accountName()))
      rmSync(path, { recursive: true })
      await night()
      expect(await tile()).toMatchObject({ failedAt: null })
    })

    it('that are late raise an alert once a day [BKUP-10]', async () => {
      const before = await lateAlerts()
      await watchBackups(deps())
      expect([await lateAlerts(), (await state()).isLate]).toEqual([before, false])
      at.app.time.now += 2 * dayMs
      await watchBackups(deps())
      await watchBackups(deps())
      expect([await lateAlerts(), (await state()).isLate]).toEqual([before + 1, true])
    })

    it('that are late raise no second alert when another node has raised it meanwhile', async () => {
      at.app.time.now += dayMs
      const late = {
        kind: 'backup-late',
        about: new Date(lastDue(at.app.time.now, 120)).toISOString(),
      } as const
      const { second } = await meet(
        at.app.plainDb,
        (tx) => raiseAlert(tx, { ...late, at: at.app.time.now }),
        () => watchBackups(deps()),
      )
      expect(second.status).toBe('fulfilled')
      const raised = at.app.plainDb.selectFrom('alerts').select('nb').where('about', '=', late.about)
      expect(await raised.execute()).toEqual([{ nb: 1 }])
    })

    /** The whole backup of SQLite that increments need. */
    const wholeOnes = engine === 'sqlite' ? 1 : 0

    it('are made every few minutes while something changes, of which three stay [BKUP-13]', async () => {
      const recent = createRecentBackups(deps())
      const made = () => readdirSync(join(at.folder, 'recent')).toSorted()
      await recent.round()
      const [first = ''] = made()
      at.app.time.now += 300_000
      await recent.round()
      expect(made()).toEqual([first])
      for (let times = 0; times < 3; times += 1) {
        at.app.time.now += 300_000
        const cookie = await at.world.session(at.owner)
        const body = { chestId: at.chest.id, name: `Nouveau ${times}`, password: 'Motdepasse-4' }
        expect((await at.call('POST', '/api/item/', body, cookie)).status).toBe(201)
        await recent.round()
      }
      // On SQLite they are increments, and the whole one that they need stays beside them.
      expect(made()).toHaveLength(3 + wholeOnes)
      expect(made().includes(first)).toBe(wholeOnes === 1)
      await recent.stop()
    })

    it('of a clock that was ahead push no recent one out', async () => {
      const recent = createRecentBackups(deps())
      const made = () => readdirSync(join(at.folder, 'recent')).toSorted()
      let whole = 0
      const name = (at: number) =>
        engine === 'sqlite' && whole !== at ? nameOfIncrement(whole, at) : nameOfBackup(at)
      const make = async (count: number): Promise<void> => {
        for (let times = 0; times < count; times += 1) {
          at.app.time.now += 60_000
          await at.app.deps.db.transaction().execute((tx) =>
            at.app.deps.journal.record(tx, null, byItself, {
              action: 'clock.corrected',
              objects: { sessions: 0, unlocks: 0, blocks: 0, links: 0, authenticators: 0 },
            }),
          )
          await recent.round()
        }
      }
      rmSync(join(at.folder, 'recent'), { recursive: true, force: true })
      at.app.time.now += 2 * hourMs
      await make(3)
      const ahead = made()
      at.app.time.now -= 2 * hourMs
      await make(2)
      expect(made()).toHaveLength(5)
      // The first of a clock that is right again is whole: what it would add to is of the future.
      whole = at.app.time.now - 60_000
      expect(made()).toContain(nameOfBackup(whole))
      await make(2)
      expect(made()).toHaveLength(6 + wholeOnes)
      expect(made()).toEqual(expect.arrayContaining(ahead))
      expect(made()).toContain(name(at.app.time.now))
      // Of a clock that was ahead by minutes they count, but never push out the one just made.
      rmSync(join(at.folder, 'recent'), { recursive: true, force: true })
      at.app.time.now += 4 * 60_000
      whole = at.app.time.now + 60_000
      await make(3)
      at.app.time.now -= 4 * 60_000
      await make(1)
      expect(made()).toHaveLength(3 + wholeOnes)
      expect(made().filter((one) => one !== nameOfBackup(whole))[0]).toBe(name(at.app.time.now))
      await recent.stop()
    })
  })
})
