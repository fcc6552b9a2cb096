import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readExport } from '#server/platform/journal/exported-file.ts'
import { createJournalKeys, type JournalKeys } from '#server/platform/journal/journal-keys.ts'
import { checkExport, type ExportReport } from '#server/platform/journal/verify-export.ts'
import { verifyJournal } from '#server/platform/journal/verify.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { startOfficeWorld, type OfficeWorld, type Person } from '#server/testing/offices.ts'

eachEngine((engine) => {
  describe('an exported view of the journal', () => {
    let at: OfficeWorld
    let keys: JournalKeys
    let clerk: Person
    let folder: string
    let item: number
    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'trousseau-export-'))
      at = await startOfficeWorld(engine)
      clerk = await at.person('agent', [at.mairie])
      const chest = await at.world.addChest('Coffre ; "à part"', clerk, [at.mairie])
      const made = await clerk.call('POST', '/api/item/', { chestId: chest.id, name: 'GLPI', password: 'x' })
      item = (made.body as { id: number }).id
      for (let copies = 0; copies < 4; copies += 1) await clerk.call('GET', `/api/item/${item}/copy`)
      keys = await createJournalKeys(at.app.deps.keys)(at.app.deps.db)
      await at.app.deps.sealer.round()
    })
    afterEach(async () => {
      await at.app.close()
      rmSync(folder, { recursive: true })
    })

    const exportAs = async (format: string, filters: object = { group: 'secrets' }): Promise<string> => {
      const reply = await at.chief.call('POST', '/api/journal/export', { format, ...filters })
      expect(reply.status).toBe(200)
      await at.app.deps.sealer.round()
      return reply.text
    }
    const verify = async (text: string): Promise<ExportReport> => {
      const path = join(folder, 'vue')
      writeFileSync(path, text)
      const check = await checkExport(at.app.deps.db, keys, readExport(path))
      return check.report(await verifyJournal(at.app.deps.db, keys, { see: check.see }))
    }
    const faults = async (text: string) => (await verify(text)).faults
    const change = (text: string) => sql.raw(text).execute(at.app.deps.db)
    const formats = ['csv', 'jsonl'] as const
    /** The lines of a file with the ends that they have, and where the entries begin. */
    const linesOf = (text: string) => text.match(/[^\n]*\n/g) ?? []

    it('verifies: every line stands in the journal, whose record says who made it [PROO-14]', async () => {
      for (const format of formats) {
        expect(await verify(await exportAs(format)), format).toEqual({
          lines: 4,
          standing: 4,
          unproved: 0,
          faults: [],
          record: {
            at: at.app.time.now,
            actor_name: at.chief.login,
            chest_id: null,
            format,
            filters: ['group:secrets'],
          },
        })
        // Sentences and names with quotes, signs that separate and several pages.
        expect((await verify(await exportAs(format, {}))).faults, format).toEqual([])
      }
    })

    it('shows what was changed in the file, at its first wrong line [PROO-15]', async () => {
      for (const format of formats) {
        const first = format === 'csv' ? 1 : 0
        const text = await exportAs(format)
        const other = linesOf(await exportAs(format))
        const lines = linesOf(text)
        const after = (from: number, ...others: string[]) =>
          [...lines.slice(0, first + from), ...others].join('')
        const line = (nth: number) => lines[first + nth] ?? ''
        const lineNumber = (nth: number) => first + nth + 1
        const cases: [string, string, object[]][] = [
          ['an actor', text.replace('agent', 'alexe'), [{ kind: 'changed', line: lineNumber(0) }]],
          ['removed', after(1, line(2), line(3)), [{ kind: 'order', line: lineNumber(1) }]],
          [
            'the first removed',
            after(0, line(1), line(2), line(3)),
            [{ kind: 'order', line: lineNumber(0) }],
          ],
          ['the end removed', after(3), [{ kind: 'cut', line: lineNumber(2) }]],
          [
            'swapped',
            after(1, line(2), line(1), line(3)),
            [
              { kind: 'order', line: lineNumber(1) },
              { kind: 'order', line: lineNumber(2) },
              { kind: 'order', line: lineNumber(3) },
            ],
          ],
          ['repeated', after(2, line(1), line(2), line(3)), [{ kind: 'order', line: lineNumber(2) }]],
          ['added after the end', after(4, line(3)), [{ kind: 'after', line: lineNumber(4) }]],
          [
            'of another export',
            after(1, other[first + 1] ?? '', line(2), line(3)),
            [{ kind: 'other', line: lineNumber(1) }],
          ],
          ['no line at all', after(1, 'alexe;a copié\n'), [{ kind: 'changed', line: lineNumber(1) }]],
        ]
        for (const [name, tampered, expected] of cases)
          expect((await faults(tampered)).slice(0, expected.length), `${format}, ${name}`).toEqual(expected)
      }
      const table = await exportAs('csv')
      // Whose columns have other names, whose lines say something else.
      expect(await faults(table.replace('Auteur;Identifiant', 'Identifiant;Auteur'))).toContainEqual({
        kind: 'changed',
        line: 2,
      })
    })

    it('shows a row of the journal that was changed or removed after it, or before it [PROO-16]', async () => {
      const text = await exportAs('csv')
      const { db } = at.app.deps
      const [last, third] = await db
        .selectFrom('journal')
        .select('seq')
        .where('action', '=', 'item.copied')
        .orderBy('seq', 'desc')
        .execute()
      const [row = 0, other = 0] = [last?.seq, third?.seq]
      await change(`update journal set actor_name = 'alexe' where seq = ${row}`)
      await change(`delete from journal where seq = ${other}`)
      expect(await faults(text)).toEqual([
        { kind: 'differs', line: 2, row },
        { kind: 'differs', line: 3, row: other },
      ])
      // An export of what was changed before proves no more than the journal itself.
      expect(await faults(await exportAs('csv'))).toContainEqual({ kind: 'differs', line: 2, row })
    })

    it('shows that the database was set back, also when other rows took the numbers [PROO-16]', async () => {
      const text = await exportAs('jsonl')
      const [first] = linesOf(text)
      const row = (JSON.parse(first ?? '') as { seq: number }).seq
      const { db } = at.app.deps
      const block = await db
        .selectFrom('journal_blocks')
        .select(({ fn }) => fn.max('number').as('number'))
        .executeTakeFirstOrThrow()
      await change(`delete from journal_blocks where number >= ${Number(block.number) - 1}`)
      await change('delete from journal_checkpoints')
      await change(`delete from journal where seq >= ${row - 1}`)
      expect((await faults(text))[0]).toEqual({ kind: 'absent', line: 1, row })
      if (engine === 'sqlite') await change("delete from sqlite_sequence where name = 'journal'")
      else await change(`select setval(pg_get_serial_sequence('journal', 'seq'), ${row - 2})`)
      for (let copies = 0; copies < 4; copies += 1) await clerk.call('GET', `/api/item/${item}/copy`)
      await at.app.deps.sealer.round()
      expect((await faults(text))[0]).toEqual({ kind: 'differs', line: 1, row })
      expect((await verify(text)).record).toBeNull()
    })

    it('holds rows that no block has yet', async () => {
      await clerk.call('GET', `/api/item/${item}/copy`)
      const reply = await at.chief.call('POST', '/api/journal/export', { format: 'csv', group: 'secrets' })
      expect(await verify(reply.text)).toMatchObject({ lines: 5, standing: 5, faults: [] })
    })
  })
})
