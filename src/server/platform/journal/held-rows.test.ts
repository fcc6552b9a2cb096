import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { retainJournal } from './retention.ts'

const origin = { ip: '192.0.2.7', requestId: 'x', userAgent: 'test' }
const all = async () => true
const dayMs = 86_400_000

eachEngine((engine) => {
  describe('a receiver that is away for longer than rows are kept', () => {
    let app: TestApp
    let folder: string
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'trousseau-held-'))
    })
    afterEach(async () => {
      await app.close()
      rmSync(folder, { recursive: true })
    })

    const read = async (item: number, day: string) => {
      app.time.now = Date.parse(`${day}T09:00Z`)
      await app.deps.journal.record(app.deps.db, { id: 3, login: 'camille' }, origin, {
        action: 'item.copied',
        chest: 1,
        objects: { item },
      })
      await app.deps.sealer.round()
    }
    const stored = async () =>
      (await app.deps.db.selectFrom('journal').select('item_id').orderBy('seq').execute()).flatMap(
        ({ item_id: item }) => item ?? [],
      )
    const alerts = async () => (await app.deps.db.selectFrom('alerts').select('kind').execute()).length
    const told = () => app.logged().split('the SIEM has not taken them').length - 1

    it('finds all that it missed: rows wait for it, and an alert says so once a day [SIEM-10]', async () => {
      // A file that cannot be opened until there is a folder of its name.
      const file = join(folder, 'events', 'siem.jsonl')
      app = await startTestApp(engine, { TROUSSEAU_SIEM_FILE: file })
      await app.deps.siem.round()
      await read(1, '2026-01-15')
      await app.deps.siem.round()
      await read(2, '2026-02-15')
      await read(3, '2027-06-15')
      await read(4, '2027-06-16')
      await app.deps.siem.round()
      for (let hour = 0; hour < 3; hour += 1) await retainJournal(app.deps, all)
      expect(await stored()).toEqual([1, 2, 3, 4])
      expect([told(), await alerts()]).toEqual([1, 1])
      app.time.now += dayMs
      await retainJournal(app.deps, all)
      expect([told(), await alerts()]).toEqual([2, 2])

      mkdirSync(join(folder, 'events'))
      app.time.now += dayMs
      await app.deps.siem.round()
      await retainJournal(app.deps, all)
      expect(await stored()).toEqual([3, 4])
      expect([told(), await alerts()]).toEqual([2, 2])
      const items = readFileSync(file, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { action: string; objects: { item: number } })
        .flatMap(({ action, objects }) => (action === 'item.copied' ? objects.item : []))
      expect(items).toEqual([1, 2, 3, 4])
    })

    it('holds nothing once it is taken out of the settings [SIEM-10]', async () => {
      const file = join(folder, 'events', 'siem.jsonl')
      app = await startTestApp(engine, { TROUSSEAU_SIEM_FILE: file })
      await app.deps.siem.round()
      await read(1, '2026-01-15')
      await read(2, '2027-06-15')
      await read(3, '2027-06-16')
      const config = { ...app.deps.config, siem: { ...app.deps.config.siem, file: null } }
      await retainJournal(app.deps, all)
      expect(await stored()).toEqual([1, 2, 3])
      await retainJournal({ ...app.deps, config }, all)
      expect(await stored()).toEqual([2, 3])
    })
  })
})
