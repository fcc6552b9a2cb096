import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { createJournalKeys, thinnedSetting } from './journal-keys.ts'
import { retainedJournal } from './retention-testing.ts'
import { verifyJournal } from './verify.ts'

eachEngine((engine) => {
  describe('what leaves the journal, under an attacker who writes to the database and the archives', () => {
    const at = retainedJournal(engine)
    const { start, files, run, stored, itemsStored, act, moveTo, fill, retain, found, verify, faults } = at
    beforeEach(() => start())
    afterEach(() => at.app.close())

    it.each(['9000', 'abc', '1e3'])('replaces %s as the mark of what has left', async (forged) => {
      await at.app.close()
      await start({ TROUSSEAU_JOURNAL_MONTHS: '6', TROUSSEAU_JOURNAL_SECRETS_MONTHS: '12' })
      await act(1, 2)
      await act(3)
      moveTo('2026-09-10')
      await act(4)
      await act(5)
      await retain()
      const mark = () =>
        at.app.deps.db.selectFrom('settings').select('value').where('name', '=', thinnedSetting)
      const before = await mark().executeTakeFirstOrThrow()
      await at.app.deps.db
        .updateTable('settings')
        .set({ value: forged })
        .where('name', '=', thinnedSetting)
        .execute()
      await retain()
      expect(await mark().executeTakeFirst()).toEqual(before)
      expect(await faults()).toEqual([])
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
      const cut = await at.app.deps.db.selectFrom('journal_cut').selectAll().executeTakeFirstOrThrow()
      await run('delete from journal_cut')
      expect(await faults(), 'removed').toContainEqual({ kind: 'block', block: 4 })
      const { anchor, block, mac, until } = cut
      const put = async (changed: { block: number; anchor: string; until: number }) => {
        await run('delete from journal_cut')
        await at.app.deps.db
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
      moveTo('2028-05-10')
      await act(8)
      await act(9)
      await retain()
      expect(at.app.logged()).toContain('JOURNAL_TAMPERED: nothing leaves the journal: block 5')
      expect(await itemsStored()).toEqual([6, 6, 7, 7, 8, 8, 9, 9])
    })

    it('shows rows that were said to have left', async () => {
      await at.app.close()
      await start({ TROUSSEAU_JOURNAL_MONTHS: '6', TROUSSEAU_JOURNAL_SECRETS_MONTHS: '60' })
      await act(1)
      await act(2)
      moveTo('2026-09-10')
      await act(3)
      await act(4)
      const kept = await stored()
      await retain()
      const [of1, of2] = (await stored()).filter(({ item_id: item }) => item !== null)
      const gone = async (number: number) =>
        at.app.deps.db
          .selectFrom('journal_blocks')
          .selectAll()
          .where('number', '=', number)
          .executeTakeFirst()
      // One more row, with the proof of those that did leave; and the proof of another block.
      await run(`update journal_blocks set gone = '1-2' where number = 1`)
      await run(`delete from journal where seq = ${of1?.seq}`)
      expect(await faults([])).toContainEqual({ kind: 'block', block: 1 })
      expect(await faults([])).toContainEqual({ kind: 'removed', row: of1?.seq })
      const other = await gone(2)
      await at.app.deps.db
        .updateTable('journal_blocks')
        .set({ gone: '1-2', gone_mac: other?.gone_mac ?? null })
        .where('number', '=', 1)
        .execute()
      expect(await faults([])).toContainEqual({ kind: 'block', block: 1 })
      expect(of2?.seq).toBe(3)
      // A row that left, put back in its own place.
      const back = kept.find(({ seq }) => seq === 4)
      if (back) await at.app.deps.db.insertInto('journal').values(back).execute()
      expect(await faults([])).toContainEqual({ kind: 'inserted', row: 4 })
    })

    it('shows rows that left and were put back, in their place or as new ones [JRNL-05]', async () => {
      await fill()
      const [first, second] = await stored()
      await retain()
      if (first) await at.app.deps.db.insertInto('journal').values(first).execute()
      expect(await faults([])).toEqual([{ kind: 'inserted', row: first?.seq }])
      await run(`delete from journal where seq = ${first?.seq}`)
      const { seq: _seq, ...copy } = second ?? ({} as never)
      const { seq } = await at.app.deps.db
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
      const kept = await at.app.deps.db.selectFrom('journal_archives').selectAll().execute()
      for (const change of [
        "update journal_archives set file = 'autre.archive' where number = 1",
        'update journal_archives set until = until + 1 where number = 2',
        'delete from journal_archives where number = 1',
      ]) {
        await run(change)
        expect(await faults([]), change).toContainEqual({ kind: 'archives' })
        await run('delete from journal_archives')
        for (const row of kept) await at.app.deps.db.insertInto('journal_archives').values(row).execute()
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
      expect(at.app.logged()).toContain('JOURNAL_TAMPERED: nothing leaves the journal: block 1')
      expect([await stored(), files()]).toEqual([rows, []])
      await run("update journal_blocks set rows = '1-2' where number = 1")
      // It stops before rows are deleted; the chain is set back to before the archive's end, and goes on otherwise.
      let calls = 0
      await retain(async () => (calls += 1) <= 1)
      expect(files()).toEqual(['journal-2026-01.archive'])
      await run('delete from journal_blocks where number > 1')
      await run('delete from journal where seq > 2')
      await run('delete from journal_checkpoints where size > 2')
      moveTo('2026-01-20')
      expect(await faults()).toContainEqual({ kind: 'truncated', size: 6, source: 'stored' })
      await act(8)
      await act(9)
      moveTo('2027-03-10')
      await retain()
      expect(at.app.logged()).toContain('block 2 is not the one that was archived')
      expect(await itemsStored()).toEqual([1, 1, 8, 8, 9, 9])
    })
  })
})
