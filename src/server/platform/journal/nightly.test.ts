import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { archivesFolder } from './archives.ts'
import { lastJournalCheck, verifyDaily } from './nightly.ts'
import { retainJournal } from './retention.ts'

const origin = { ip: '192.0.2.7', requestId: 'x', userAgent: 'test' }
const all = async () => true
const dayMs = 86_400_000

eachEngine((engine) => {
  describe('the daily check of the journal', () => {
    let app: TestApp
    beforeEach(async () => {
      app = await startTestApp(engine)
    })
    afterEach(() => app.close())

    const folder = () => join(app.deps.config.dataFolder, archivesFolder)
    const read = async (item: number) => {
      await app.deps.journal.record(app.deps.db, { id: 3, login: 'camille' }, origin, {
        action: 'item.copied',
        chest: 1,
        objects: { item },
      })
      await app.deps.sealer.round()
    }
    /** Three archives: of January, February and March. */
    const archive = async () => {
      for (const month of ['2026-01-15', '2026-02-15', '2026-03-15', '2027-05-15', '2027-05-16']) {
        app.time.now = Date.parse(`${month}T09:00Z`)
        await read(1)
      }
      await retainJournal(app.deps, all)
      expect(readdirSync(folder())).toHaveLength(3)
    }
    const check = async (mostBytes?: number) => {
      app.time.now += dayMs
      await verifyDaily(app.deps, all, mostBytes)
      return lastJournalCheck(app.deps.db, app.deps.keys)
    }
    const recorded = async () => {
      const rows = await app.deps.db
        .selectFrom('journal')
        .select('objects')
        .where('action', '=', 'journal.checked')
        .orderBy('seq')
        .execute()
      return rows.map(({ objects }) => JSON.parse(objects) as object)
    }

    it('reads the sealed archives as well [PROO-17]', async () => {
      await archive()
      expect(await check()).toMatchObject({ faults: 0, archive: 'journal-2026-03.archive' })
      expect(await recorded()).toEqual([expect.objectContaining({ archives: 3, faults: 0 })])
    })

    it('finds an archive that was changed, cut off or cannot be read [PROO-17]', async () => {
      await archive()
      const path = join(folder(), 'journal-2026-02.archive')
      const bytes = readFileSync(path)
      const faults = async () => (await check())?.faults
      writeFileSync(path, bytes.with(bytes.length - 20, (bytes.at(-20) ?? 0) ^ 1))
      expect(await faults()).toBe(1)
      expect(app.logged()).toContain('JOURNAL_TAMPERED: the daily check')
      writeFileSync(path, bytes.subarray(0, -1))
      expect(await faults(), 'cut off').toBe(1)
      rmSync(path)
      // What cannot be read as a file.
      mkdirSync(path)
      expect(await faults(), 'unreadable').toBe(1)
      rmSync(path, { recursive: true })
      // Operators move archives: one that is not there is no fault.
      expect(await faults(), 'moved away').toBe(0)
    })

    it('reads so many bytes a day, and each archive in its turn [PROO-17]', async () => {
      await archive()
      const names: (string | undefined)[] = []
      for (let day = 0; day < 4; day += 1) names.push((await check(1))?.archive)
      const [january, february, march] = readdirSync(folder()).toSorted()
      expect(names).toEqual([january, february, march, january])
      expect(await recorded()).toEqual(
        Array.from({ length: 4 }, () => expect.objectContaining({ archives: 1 })),
      )
    })
  })
})
