import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eachEngine } from '#server/testing/databases.ts'
import { archivesAt, archivesFolder } from './archives.ts'
import { all, origin, retainedJournal } from './retention-testing.ts'
import { retainJournal } from './retention.ts'
import type { JournalRow } from './row-proof.ts'
import { verifyJournal } from './verify.ts'

eachEngine((engine) => {
  describe('what leaves the journal', () => {
    const at = retainedJournal(engine)
    const {
      start,
      folder,
      files,
      run,
      stored,
      itemsStored,
      blocks,
      act,
      moveTo,
      fill,
      retain,
      found,
      verify,
      faults,
      keptNotes,
      archived,
      bare,
    } = at
    beforeEach(() => start())
    afterEach(() => at.app.close())

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
      moveTo('2027-01-31')
      await retain()
      expect([files(), await itemsStored()]).toEqual([[], [1, 1]])
      moveTo('2027-03-10')
      await retain()
      expect([files(), await itemsStored(), await faults()]).toEqual([[], [1, 1], []])
    })

    it('keeps readings of secrets and changes of rights longer if asked [JRNL-02]', async () => {
      await at.app.close()
      await start({ TROUSSEAU_JOURNAL_MONTHS: '6', TROUSSEAU_JOURNAL_SECRETS_MONTHS: '12' })
      await act(1, 2)
      await act(3)
      moveTo('2026-09-10')
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

      moveTo('2027-03-10')
      await act(6)
      await act(7)
      await retain()
      expect(await itemsStored()).toEqual([4, 4, 5, 5, 6, 6, 7, 7])
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
      const { db, journal } = at.app.deps
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
      moveTo('2026-02-10')
      await act(3)
      await retain()
      // The first block also holds rows of this year.
      expect(files()).toEqual([])
      moveTo('2027-03-10')
      await act(4)
      await retain()
      expect(await verify()).toMatchObject({ rows: 11, faults: [] })
      expect(await archived()).toHaveLength(9)
    })

    it('may be interrupted at every step, and loses nothing [JRNL-07]', async () => {
      await at.app.close()
      await start({ TROUSSEAU_JOURNAL_MONTHS: '6', TROUSSEAU_JOURNAL_SECRETS_MONTHS: '12' })
      await fill()
      moveTo('2026-09-10')
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
        moveTo(month)
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
      moveTo('2028-06-10')
      await act(7)
      await expect(retain(all, { config: { ...at.app.deps.config, dataFolder: data } })).rejects.toThrow(
        'ENOTDIR',
      )
      expect(await itemsStored()).toEqual([5, 5, 6, 6, 7, 7])
      rmSync(data, { recursive: true })
    })

    it('is verified without a false alarm while rows leave', async () => {
      await at.app.close()
      await start({ TROUSSEAU_JOURNAL_MONTHS: '6', TROUSSEAU_JOURNAL_SECRETS_MONTHS: '12' })
      await fill()
      // Between two batches of the verification, which begins with block 1: first some rows leave, then all.
      moveTo('2026-09-10')
      let steps = 0
      const report = await verifyJournal(at.app.deps.db, at.keys, {}, async () => {
        steps += 1
        if (steps === 1) await retain()
        if (steps === 2) {
          moveTo('2027-03-10')
          await retain()
        }
      })
      expect(report).toMatchObject({ faults: [] })
      expect(await itemsStored()).toEqual([5, 5, 6, 6])
    })

    // A SQLite file has one process.
    if (engine === 'postgres')
      it('does what one node would when two do it at once', async () => {
        const node = await at.app.anotherNode()
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
      await at.app.jobs['retain-journal'](all)
      expect(files()).toHaveLength(2)
      renameSync(folder(), `${folder()}-elsewhere`)
      await at.app.jobs['verify-journal'](all)
      expect(at.app.logged()).not.toContain('JOURNAL_TAMPERED')
    })
  })
})
