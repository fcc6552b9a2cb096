import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { archivesAt, archivesFolder, readArchive } from './archives.ts'
import { createJournalKeys, thinnedSetting, type JournalKeys } from './journal-keys.ts'
import { retainJournal, type RetentionDeps } from './retention.ts'
import type { JournalRow } from './row-proof.ts'
import { checkpointsFile, notesIn, sealerTimes } from './sealer.ts'
import { verifyJournal } from './verify.ts'

const origin = { ip: '192.0.2.7', requestId: 'x', userAgent: 'test' }
const all = async () => true

eachEngine((engine) => {
  describe('what leaves the journal', () => {
    let app: TestApp
    let keys: JournalKeys
    const start = async (env: Record<string, string> = {}) => {
      app = await startTestApp(engine, env)
      keys = await createJournalKeys(app.deps.keys)(app.deps.db)
    }
    beforeEach(() => start())
    afterEach(() => app.close())

    const folder = () => join(app.deps.config.dataFolder, archivesFolder)
    const files = () => (existsSync(folder()) ? readdirSync(folder()) : [])
    const run = (text: string) => sql.raw(text).execute(app.deps.db)
    const stored = () => app.deps.db.selectFrom('journal').selectAll().orderBy('seq').execute()
    const itemsStored = async () => (await stored()).flatMap(({ item_id: item }) => item ?? [])
    const blocks = async () =>
      (await app.deps.db.selectFrom('journal_blocks').select('number').orderBy('number').execute()).map(
        ({ number }) => number,
      )
    /** Records a reading and a change of each item, and binds them into a block, ten minutes after the last. */
    const act = async (...items: number[]) => {
      app.time.now += sealerTimes.checkpointMs
      for (const item of items)
        for (const action of ['item.copied', 'item.created'] as const)
          await app.deps.journal.record(app.deps.db, { id: 3, login: 'camille' }, origin, {
            action,
            chest: 1,
            objects: { item },
          } as never)
      await app.deps.sealer.round()
    }
    const at = (text: string) => {
      app.time.now = Date.parse(`${text}T09:00Z`)
    }
    /** Two blocks in January 2026, one in February, one in March 2027, when January and February are due. */
    const fill = async () => {
      await act(1)
      await act(2, 3)
      at('2026-02-10')
      await act(4)
      at('2027-03-10')
      await act(5)
      await act(6)
    }
    const retain = (goOn = all, deps: Partial<RetentionDeps> = {}) =>
      retainJournal({ ...app.deps, ...deps }, goOn)
    const found = async () => archivesAt(folder()).catch(() => [])
    const verify = async (archives?: readonly string[], given: readonly string[] = []) =>
      verifyJournal(app.deps.db, keys, { given, archives: archives ?? (await found()) })
    const faults = async (archives?: readonly string[], given: readonly string[] = []) =>
      (await verify(archives, given)).faults
    const keptNotes = () => notesIn(readFileSync(join(app.deps.config.dataFolder, checkpointsFile), 'utf8'))
    const rowsOf = async (path: string): Promise<JournalRow[]> => {
      const rows: JournalRow[] = []
      for await (const part of readArchive(path, keys))
        if (part.kind === 'block') rows.push(...part.rows.values())
      return rows
    }
    const archived = async () => (await Promise.all((await found()).map(rowsOf))).flat()
    const bare = (rows: readonly JournalRow[]) =>
      rows.map((row) => ({ ...row, mac: row.mac && [...row.mac] }))

    it('leaves a month at a time, once it is as old as the setting says, with nothing lost [JRNL-01]', async () => {
      await fill()
      const before = await stored()
      await retain()
      expect(files()).toEqual(['journal-2026-01.archive', 'journal-2026-02.archive'])
      expect(await itemsStored()).toEqual([5, 5, 6, 6])
      const rows = await archived()
      expect(bare(rows)).toEqual(bare(before.slice(0, rows.length)))
      expect(await verify()).toMatchObject({
        rows: 12,
        gone: 8,
        archives: { read: 2, missing: [] },
        faults: [],
      })
      const [event] = (await stored()).filter(({ action }) => action === 'journal.archived')
      expect(JSON.parse(event?.objects ?? '')).toEqual({
        archive: 'journal-2026-01.archive',
        until: '2026-02-01T00:00:00.000Z',
        rows: 6,
      })
      // The chain goes on, and nothing else is due.
      await act(7)
      await retain()
      expect(files()).toHaveLength(2)
      expect(await verify()).toMatchObject({ rows: 16, waiting: 0, faults: [] })
    })

    it('keeps what is not due, and the last block', async () => {
      await act(1)
      at('2027-01-31')
      await retain()
      expect([files(), await itemsStored()]).toEqual([[], [1, 1]])
      at('2027-03-10')
      await retain()
      expect([files(), await itemsStored(), await faults()]).toEqual([[], [1, 1], []])
    })

    it('keeps readings of secrets and changes of rights longer if asked [JRNL-02]', async () => {
      await app.close()
      await start({ TROUSSEAU_JOURNAL_MONTHS: '6', TROUSSEAU_JOURNAL_SECRETS_MONTHS: '12' })
      await act(1, 2)
      await act(3)
      at('2026-09-10')
      await act(4)
      await act(5)
      await retain()
      const kept = (await stored()).filter(({ item_id: item }) => item !== null && item < 4)
      expect(kept.map(({ item_id: item, action }) => [item, action])).toEqual([
        [1, 'item.copied'],
        [2, 'item.copied'],
        [3, 'item.copied'],
      ])
      expect(await archived()).toHaveLength(6)
      expect(await verify()).toMatchObject({ rows: 10, gone: 0, faults: [] })
      expect(await verify([]), 'without the archive').toMatchObject({ faults: [] })
      await retain()
      expect(await faults(), 'twice').toEqual([])

      // What was kept is proved as before.
      const [first, second] = kept.map(({ seq }) => seq)
      await run(`update journal set item_id = 9 where seq = ${first}`)
      await run(`delete from journal where seq = ${second}`)
      expect(await faults()).toEqual([
        { kind: 'changed', row: first },
        { kind: 'removed', row: second },
      ])
      await run(`update journal set item_id = 1 where seq = ${first}`)

      at('2027-03-10')
      await act(6)
      await act(7)
      await retain()
      expect(await itemsStored()).toEqual([4, 4, 5, 5, 6, 6, 7, 7])
      expect(await faults()).toEqual([])
    })

    it.each(['9000', 'abc', '1e3'])('replaces %s as the mark of what has left', async (forged) => {
      await app.close()
      await start({ TROUSSEAU_JOURNAL_MONTHS: '6', TROUSSEAU_JOURNAL_SECRETS_MONTHS: '12' })
      await act(1, 2)
      await act(3)
      at('2026-09-10')
      await act(4)
      await act(5)
      await retain()
      const mark = () => app.deps.db.selectFrom('settings').select('value').where('name', '=', thinnedSetting)
      const before = await mark().executeTakeFirstOrThrow()
      await app.deps.db
        .updateTable('settings')
        .set({ value: forged })
        .where('name', '=', thinnedSetting)
        .execute()
      await retain()
      expect(await mark().executeTakeFirst()).toEqual(before)
      expect(await faults()).toEqual([])
    })

    it('proves checkpoints of before by the archives, and says so when it has none [JRNL-03]', async () => {
      await fill()
      const notes = keptNotes()
      await retain()
      expect(await verify(undefined, notes)).toMatchObject({ unproved: 0, faults: [] })
      const alone = await verify([], notes)
      expect(alone).toMatchObject({
        archives: { read: 0, missing: ['journal-2026-01.archive', 'journal-2026-02.archive'] },
        faults: [],
      })
      // Of the four, the cut itself proves the last one that has left.
      expect(alone.unproved).toBe(2)
      // A journal that was cut off shows without them.
      await run('delete from journal_blocks where number > 4')
      await run('delete from journal_checkpoints where size > 10')
      expect(await faults([], notes)).toContainEqual({ kind: 'truncated', size: 12, source: 'given' })
    })

    it('deletes who was named in what left', async () => {
      const { db, journal } = app.deps
      await journal.record(db, null, origin, {
        action: 'bank.users-attached',
        objects: { bank: 1, users: [4, 5] },
      } as never)
      await fill()
      await retain()
      expect(await db.selectFrom('journal_people').selectAll().execute()).toEqual([])
      expect(await faults()).toEqual([])
    })

    it('holds rows that are older than the MACs, and leaves by their own dates', async () => {
      for (let row = 1; row <= 3; row += 1)
        await run(`insert into journal (at, ip, action, outcome, objects)
          values (${Date.UTC(2025, 0, row)}, '192.0.2.1', 'sign-in.ended', 'done', '{}')`)
      await act(1)
      await act(2)
      at('2026-02-10')
      await act(3)
      await retain()
      // The first block also holds rows of this year.
      expect(files()).toEqual([])
      at('2027-03-10')
      await act(4)
      await retain()
      expect(await verify()).toMatchObject({ rows: 11, faults: [] })
      expect(await archived()).toHaveLength(9)
    })

    it('shows rows that were deleted as if they had left, and a cut that was forged [JRNL-04]', async () => {
      await fill()
      await run('delete from journal where seq <= 2')
      await run('delete from journal_blocks where number = 1')
      expect(await faults([])).toContainEqual({ kind: 'block', block: 2 })
    })

    it('shows a cut that was moved, removed, or set back, and blocks after it that were removed', async () => {
      await fill()
      await retain()
      const cut = await app.deps.db.selectFrom('journal_cut').selectAll().executeTakeFirstOrThrow()
      await run('delete from journal_cut')
      expect(await faults(), 'removed').toContainEqual({ kind: 'block', block: 4 })
      const { anchor, block, mac, until } = cut
      const put = async (changed: { block: number; anchor: string; until: number }) => {
        await run('delete from journal_cut')
        await app.deps.db
          .insertInto('journal_cut')
          .values({ id: 1, mac, ...changed })
          .execute()
      }
      for (const changed of [
        { block: block + 1, anchor, until },
        { block, anchor: anchor.replace('"size":8', '"size":9'), until },
        { block, anchor, until: until + 1 },
      ]) {
        await put(changed)
        expect(await faults()).toContainEqual({ kind: 'cut' })
      }
      await put({ block, anchor, until })
      expect(await faults()).toEqual([])
      await act(7)
      await run('delete from journal where item_id = 5')
      await run('delete from journal_blocks where number = 4')
      expect(await faults()).toContainEqual({ kind: 'block', block: 5 })
      // Nor does the server go on deleting.
      at('2028-05-10')
      await act(8)
      await act(9)
      await retain()
      expect(app.logged()).toContain('JOURNAL_TAMPERED: nothing leaves the journal: block 5')
      expect(await itemsStored()).toEqual([6, 6, 7, 7, 8, 8, 9, 9])
    })

    it('shows rows that were said to have left', async () => {
      await app.close()
      await start({ TROUSSEAU_JOURNAL_MONTHS: '6', TROUSSEAU_JOURNAL_SECRETS_MONTHS: '60' })
      await act(1)
      await act(2)
      at('2026-09-10')
      await act(3)
      await act(4)
      const kept = await stored()
      await retain()
      const [of1, of2] = (await stored()).filter(({ item_id: item }) => item !== null)
      const gone = async (number: number) =>
        app.deps.db.selectFrom('journal_blocks').selectAll().where('number', '=', number).executeTakeFirst()
      // One more row, with the proof of those that did leave; and the proof of another block.
      await run(`update journal_blocks set gone = '1-2' where number = 1`)
      await run(`delete from journal where seq = ${of1?.seq}`)
      expect(await faults([])).toContainEqual({ kind: 'block', block: 1 })
      expect(await faults([])).toContainEqual({ kind: 'removed', row: of1?.seq })
      const other = await gone(2)
      await app.deps.db
        .updateTable('journal_blocks')
        .set({ gone: '1-2', gone_mac: other?.gone_mac ?? null })
        .where('number', '=', 1)
        .execute()
      expect(await faults([])).toContainEqual({ kind: 'block', block: 1 })
      expect(of2?.seq).toBe(3)
      // A row that left, put back in its own place.
      const back = kept.find(({ seq }) => seq === 4)
      if (back) await app.deps.db.insertInto('journal').values(back).execute()
      expect(await faults([])).toContainEqual({ kind: 'inserted', row: 4 })
    })

    it('shows rows that left and were put back, in their place or as new ones [JRNL-05]', async () => {
      await fill()
      const [first, second] = await stored()
      await retain()
      if (first) await app.deps.db.insertInto('journal').values(first).execute()
      expect(await faults([])).toEqual([{ kind: 'inserted', row: first?.seq }])
      await run(`delete from journal where seq = ${first?.seq}`)
      const { seq: _seq, ...copy } = second ?? ({} as never)
      const { seq } = await app.deps.db
        .insertInto('journal')
        .values(copy)
        .returning('seq')
        .executeTakeFirstOrThrow()
      await act(7)
      expect(await faults([])).toEqual([{ kind: 'repeated', row: seq }])
    })

    it('shows a list of archives that was changed', async () => {
      await fill()
      await retain()
      const kept = await app.deps.db.selectFrom('journal_archives').selectAll().execute()
      for (const change of [
        "update journal_archives set file = 'autre.archive' where number = 1",
        'update journal_archives set until = until + 1 where number = 2',
        'delete from journal_archives where number = 1',
      ]) {
        await run(change)
        expect(await faults([]), change).toContainEqual({ kind: 'archives' })
        await run('delete from journal_archives')
        for (const row of kept) await app.deps.db.insertInto('journal_archives').values(row).execute()
      }
      // The last ones alone: the cut is beyond what is left.
      await run('delete from journal_archives where number = 2')
      expect(await faults([])).toContainEqual({ kind: 'cut' })
    })

    it('shows an archive that was changed, cut off, taken for another, or is of another installation [JRNL-06]', async () => {
      await fill()
      await retain()
      const [january = '', february = ''] = await found()
      const whole = readFileSync(january)
      const blamed = [{ kind: 'archive', file: january }]
      for (const place of [0, 17, 21, 40, 44, 60, Math.floor(whole.length / 2), whole.length - 1]) {
        const bytes = Buffer.from(whole)
        bytes[place] = (bytes[place] ?? 0) ^ 1
        writeFileSync(january, bytes)
        expect(await faults(), `byte ${place}`).toEqual(blamed)
      }
      for (const length of [0, 10, 36, 38, whole.length - 1]) {
        writeFileSync(january, whole.subarray(0, length))
        expect(await faults(), `${length} bytes`).toEqual(blamed)
      }
      writeFileSync(january, Buffer.concat([whole, Buffer.of(0)]))
      expect(await faults()).toEqual(blamed)
      copyFileSync(february, january)
      expect(await verify()).toMatchObject({
        archives: { read: 2, missing: ['journal-2026-01.archive'] },
        faults: [],
      })
      writeFileSync(january, whole)
      expect(await faults()).toEqual([])

      const other = await startTestApp(engine)
      try {
        const { db } = other.deps
        const theirs = await createJournalKeys(other.deps.keys)(db)
        expect((await verifyJournal(db, theirs, { archives: [january] })).faults).toEqual(blamed)
      } finally {
        await other.close()
      }
    })

    it('archives what it finds: a row that was changed before it left shows in the archive', async () => {
      await fill()
      await run("update journal set ip = '192.0.2.66' where seq = 1")
      await run('delete from journal where seq = 2')
      await run("update journal set at = 1 where item_id = 6 and action = 'item.copied'")
      await retain()
      expect(await itemsStored()).toEqual([5, 5, 6, 6])
      expect((await faults()).slice(0, 2)).toEqual([
        { kind: 'changed', row: 1 },
        { kind: 'removed', row: 2 },
      ])
    })

    it('lets nothing leave behind a block that the server did not write, or after the chain was set back', async () => {
      await fill()
      const rows = await stored()
      await run("update journal_blocks set rows = '1-12' where number = 1")
      await retain()
      expect(app.logged()).toContain('JOURNAL_TAMPERED: nothing leaves the journal: block 1')
      expect([await stored(), files()]).toEqual([rows, []])
      await run("update journal_blocks set rows = '1-2' where number = 1")
      // It stops before rows are deleted; the chain is set back to before the archive's end, and goes on otherwise.
      let calls = 0
      await retain(async () => (calls += 1) <= 1)
      expect(files()).toEqual(['journal-2026-01.archive'])
      await run('delete from journal_blocks where number > 1')
      await run('delete from journal where seq > 2')
      await run('delete from journal_checkpoints where size > 2')
      at('2026-01-20')
      expect(await faults()).toContainEqual({ kind: 'truncated', size: 6, source: 'stored' })
      await act(8)
      await act(9)
      at('2027-03-10')
      await retain()
      expect(app.logged()).toContain('block 2 is not the one that was archived')
      expect(await itemsStored()).toEqual([1, 1, 8, 8, 9, 9])
    })

    it('may be interrupted at every step, and loses nothing [JRNL-07]', async () => {
      await app.close()
      await start({ TROUSSEAU_JOURNAL_MONTHS: '6', TROUSSEAU_JOURNAL_SECRETS_MONTHS: '12' })
      await fill()
      at('2026-09-10')
      const before = bare(await stored())
      const identity = ({ node, number }: Pick<JournalRow, 'node' | 'number'>) => `${node}/${number}`
      const check = async (step: string) => {
        const there = new Set([...(await stored()), ...(await archived())].map(identity))
        expect(
          before.filter((row) => !there.has(identity(row))),
          step,
        ).toEqual([])
        expect(await faults(), step).toEqual([])
      }
      for (const month of ['2026-09-10', '2027-03-10']) {
        at(month)
        for (let steps = 0, isInterrupted = true; isInterrupted; steps += 1) {
          let calls = 0
          isInterrupted = false
          await retain(async () => {
            isInterrupted = calls >= 1
            calls += 1
            return !isInterrupted
          })
          await check(`${month}, ${steps}`)
          expect(steps).toBeLessThan(40)
        }
      }
      expect(files()).toEqual(['journal-2026-01.archive', 'journal-2026-02.archive'])
      expect(await itemsStored()).toEqual([5, 5, 6, 6])
    })

    it('deletes nothing when the archive cannot be written or recorded, and replaces no file', async () => {
      await fill()
      const rows = await stored()
      const failing = {
        record: async () => {
          throw new Error('the disk is full')
        },
      }
      await expect(retain(all, { journal: failing })).rejects.toThrow('the disk is full')
      expect([await stored(), files(), await blocks()]).toEqual([rows, [], [1, 2, 3, 4, 5]])
      // What a crash left: a part of an archive, and one that was not recorded.
      writeFileSync(join(folder(), 'next.part'), 'x'.repeat(100_000))
      writeFileSync(join(folder(), 'journal-2026-01.archive'), 'kept')
      await retain()
      expect(files()).toEqual([
        'journal-2026-01-2.archive',
        'journal-2026-01.archive',
        'journal-2026-02.archive',
      ])
      expect(readFileSync(join(folder(), 'journal-2026-01.archive'), 'utf8')).toBe('kept')
      rmSync(join(folder(), 'journal-2026-01.archive'))
      expect(await verify()).toMatchObject({ archives: { missing: [] }, faults: [] })
      const data = mkdtempSync(join(tmpdir(), 'trousseau-retention-'))
      writeFileSync(join(data, archivesFolder), 'no folder')
      at('2028-06-10')
      await act(7)
      await expect(retain(all, { config: { ...app.deps.config, dataFolder: data } })).rejects.toThrow(
        'ENOTDIR',
      )
      expect(await itemsStored()).toEqual([5, 5, 6, 6, 7, 7])
      rmSync(data, { recursive: true })
    })

    it('is verified without a false alarm while rows leave', async () => {
      await app.close()
      await start({ TROUSSEAU_JOURNAL_MONTHS: '6', TROUSSEAU_JOURNAL_SECRETS_MONTHS: '12' })
      await fill()
      // Between two batches of the verification, which begins with block 1: first some rows leave, then all.
      at('2026-09-10')
      let steps = 0
      const report = await verifyJournal(app.deps.db, keys, {}, async () => {
        steps += 1
        if (steps === 1) await retain()
        if (steps === 2) {
          at('2027-03-10')
          await retain()
        }
      })
      expect(report).toMatchObject({ faults: [] })
      expect(await itemsStored()).toEqual([5, 5, 6, 6])
    })

    it('does what one node would when two do it at once', async () => {
      if (engine === 'sqlite') return
      const node = await app.anotherNode()
      const data = mkdtempSync(join(tmpdir(), 'trousseau-retention-'))
      await fill()
      const other = { ...node.deps, config: { ...node.deps.config, dataFolder: data } }
      await Promise.allSettled([retain(), retainJournal(other, all)])
      await retain()
      const names = [...(await found()), ...(await archivesAt(join(data, archivesFolder)).catch(() => []))]
      expect(await itemsStored()).toEqual([5, 5, 6, 6])
      expect(await verify(names)).toMatchObject({ archives: { missing: [] }, faults: [] })
      rmSync(data, { recursive: true })
    })

    it('runs with the other jobs of the server', async () => {
      await fill()
      await app.jobs['retain-journal'](all)
      expect(files()).toHaveLength(2)
      renameSync(folder(), `${folder()}-elsewhere`)
      await app.jobs['verify-journal'](all)
      expect(app.logged()).not.toContain('JOURNAL_TAMPERED')
    })
  })
})
