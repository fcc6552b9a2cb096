import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { addAccount } from '#server/testing/sign-in.ts'
import { asSealed } from '#server/platform/crypto/envelope.ts'
import { composeMail } from '#server/platform/mail/compose.ts'
import { openMail } from '#server/platform/mail/sealing.ts'
import { chainLimits } from './chain.ts'
import { createJournalKeys, dropJournalKey, type JournalKeys } from './journal-keys.ts'
import { createJournal } from './journal.ts'
import { checkpointsFile, createJournalSealer, notesIn, sealerTimes } from './sealer.ts'
import { verifyJournal } from './verify.ts'

const origin = { ip: '192.0.2.7', requestId: 'x', userAgent: 'test' }

eachEngine((engine) => {
  describe('the journal, under an attacker who writes to the database and has no root key', () => {
    let app: TestApp
    let keys: JournalKeys

    beforeEach(async () => {
      app = await startTestApp(engine)
      keys = await createJournalKeys(app.deps.keys)(app.deps.db)
    })
    afterEach(() => app.close())

    /** Records readings of items, then binds them into a block. */
    const read = async (items: readonly number[]) => {
      for (const item of items) {
        app.time.now += 1_000
        await app.deps.journal.record(app.deps.db, { id: 3, login: 'camille' }, origin, {
          action: 'item.copied',
          chest: 1,
          objects: { item },
        })
      }
      await app.deps.sealer.round()
    }
    const verify = (given: readonly string[] = []) => verifyJournal(app.deps.db, keys, { given })
    const faults = async (given: readonly string[] = []) => (await verify(given)).faults
    const run = (text: string) => sql.raw(text).execute(app.deps.db)
    /** The signed checkpoints that were written beside the database. */
    const keptNotes = (): string[] =>
      notesIn(readFileSync(join(app.deps.config.dataFolder, checkpointsFile), 'utf8'))
    const sequence = async () =>
      (await app.deps.db.selectFrom('journal').select('seq').orderBy('seq').execute()).map(({ seq }) => seq)

    it('is whole when nobody touched it, block by block and checkpoint by checkpoint [PROO-01] [PROO-06]', async () => {
      await read([1, 2, 3])
      await read([4])
      app.time.now += sealerTimes.checkpointMs
      await read([5, 6])
      const report = await verify(keptNotes())
      expect(report).toMatchObject({ rows: 6, blocks: 3, waiting: 0, faults: [] })
      // Each of the two is stored and in the file.
      expect(report.checkpoints).toBe(4)
      await app.deps.journal.record(app.deps.db, null, origin, { action: 'sign-in.ended' })
      expect(await verify()).toMatchObject({ rows: 6, waiting: 1, faults: [] })
    })

    it('shows a row that was changed, in each of its fields [PROO-01]', async () => {
      await read([1, 2, 3])
      const [, row = 0] = await sequence()
      const changes = {
        at: 'at + 1',
        actor_id: '4',
        actor_name: "'alex'",
        session_id: "'s'",
        ip: "'192.0.2.8'",
        action: "'item.otp.read'",
        outcome: "'refused'",
        chest_id: '2',
        item_id: '9',
        objects: `'{"item":9}'`,
        node: 'node + 1',
        number: 'number + 10',
      }
      for (const [column, value] of Object.entries(changes)) {
        const kept = await app.deps.db
          .selectFrom('journal')
          .selectAll()
          .where('seq', '=', row)
          .executeTakeFirst()
        await run(`update journal set ${column} = ${value} where seq = ${row}`)
        expect(await faults(), column).toContainEqual({ kind: 'changed', row })
        const before = kept?.[column as keyof typeof kept] ?? null
        await sql`update journal set ${sql.ref(column)} = ${before} where seq = ${row}`.execute(app.deps.db)
        expect(await faults()).toEqual([])
      }
      await run(`update journal set mac = null where seq = ${row}`)
      expect(await faults()).toContainEqual({ kind: 'changed', row })
    })

    it('shows a row that was removed, in the middle and at the end [PROO-02]', async () => {
      await read([1, 2, 3])
      const [, second = 0, third = 0] = await sequence()
      await run(`delete from journal where seq in (${second}, ${third})`)
      expect(await faults()).toEqual([
        { kind: 'removed', row: second },
        { kind: 'removed', row: third },
        // The root of the first checkpoint is of three rows.
        { kind: 'rewritten', size: 3, source: 'stored' },
      ])
    })

    it('shows rows that were inserted: forged, copied, or put where a number was free [PROO-03]', async () => {
      await read([1, 2, 3])
      const [first = 0] = await sequence()
      const columns = 'at, actor_id, actor_name, session_id, ip, action, outcome, chest_id, item_id, objects'
      const copyOf = async (copied: string) => {
        await run(`insert into journal (${copied}) select ${copied} from journal where seq = ${first}`)
        return (await sequence()).at(-1) ?? 0
      }
      const forged = await copyOf(columns)
      expect(await faults()).toEqual([{ kind: 'inserted', row: forged }])
      // The server tells it, goes on, and keeps what it found.
      await read([4])
      expect(app.logged()).toContain('JOURNAL_TAMPERED')
      expect(await faults()).toEqual([{ kind: 'inserted', row: forged }])

      const copy = await copyOf(`${columns}, node, number, mac`)
      await read([])
      expect(await faults()).toContainEqual({ kind: 'repeated', row: copy })
    })

    it('shows rows that changed places, and a day that another replaced [PROO-03]', async () => {
      await read([1, 2, 3, 4])
      const [first = 0, second = 0] = await sequence()
      await run(`update journal set seq = 1000000 where seq = ${first}`)
      await run(`update journal set seq = ${first} where seq = ${second}`)
      await run(`update journal set seq = ${second} where seq = 1000000`)
      expect((await faults()).slice(0, 2)).toEqual([
        { kind: 'moved', row: first },
        { kind: 'moved', row: second },
      ])
    })

    it('shows blocks that were changed, removed or forged [PROO-04]', async () => {
      await read([1, 2])
      await read([3])
      await read([4])
      const changed = { rows: "'1-9000000000000'", size: 'size + 1', at: 'at + 1' }
      for (const [column, value] of Object.entries(changed)) {
        const kept = await app.deps.db
          .selectFrom('journal_blocks')
          .selectAll()
          .where('number', '=', 2)
          .executeTakeFirstOrThrow()
        await run(`update journal_blocks set ${column} = ${value} where number = 2`)
        expect(await faults(), column).toContainEqual({ kind: 'block', block: 2 })
        const before = kept[column as keyof typeof kept]
        await sql`update journal_blocks set ${sql.ref(column)} = ${before} where number = 2`.execute(
          app.deps.db,
        )
      }
      await run('delete from journal_blocks where number = 2')
      expect(await faults()).toContainEqual({ kind: 'block', block: 3 })
    })

    it('shows a truncation and a restored older database by a checkpoint that was kept elsewhere [PROO-08]', async () => {
      await read([1, 2])
      app.time.now += sealerTimes.checkpointMs
      await read([3, 4])
      const notes = keptNotes()
      const rows = await sequence()
      await run(`delete from journal where seq > ${rows[1]}`)
      await run('delete from journal_blocks where number > 1')
      await run('delete from journal_checkpoints where size > 2')
      expect(await faults(), 'with the database alone').toEqual([])
      expect(await faults(notes)).toEqual([{ kind: 'truncated', size: 4, source: 'given' }])
      // It goes on from there, and reaches that size with other rows.
      await read([7, 8, 9])
      expect(await faults()).toEqual([])
      expect(await faults(notes)).toEqual([{ kind: 'rewritten', size: 4, source: 'given' }])
    })

    it('does not believe a checkpoint of another key [PROO-09]', async () => {
      await read([1])
      const [note = ''] = keptNotes()
      expect(await faults([note.replace(/\n1\n/, '\n2\n')])).toEqual([{ kind: 'unsigned', source: 'given' }])
      await run("update journal_checkpoints set note = replace(note, 'trousseau', 'autre')")
      expect(await faults()).toEqual([{ kind: 'unsigned', source: 'stored' }])
    })

    it("does not go on from a block that is not the server's [PROO-04]", async () => {
      await read([1])
      await run('update journal_blocks set size = 7')
      await read([2])
      expect(app.logged()).toContain('JOURNAL_TAMPERED: block 1')
      expect(await faults()).toContainEqual({ kind: 'block', block: 1 })
    })

    it('holds rows that are older than its MACs, as they were when it began [PROO-05]', async () => {
      for (let row = 1; row <= 3; row += 1)
        await run(`insert into journal (at, ip, action, outcome, objects)
          values (${row}, '192.0.2.1', 'sign-in.ended', 'done', '{}')`)
      await read([1])
      expect(await verify()).toMatchObject({ rows: 4, faults: [] })
      const [, second = 0] = await sequence()
      await run(`update journal set ip = '192.0.2.9' where seq = ${second}`)
      expect(await faults()).toContainEqual({ kind: 'changed', row: second })
    })

    it('waits for the numbers of actions that end later, and takes their rows in', async () => {
      const { db, journal, sealer } = app.deps
      /** Records an event under a number that its transaction got earlier or later than others. */
      const recordAs = async (seq: number) => {
        const before = new Set(await sequence())
        await journal.record(db, null, origin, { action: 'sign-in.ended' })
        const made = (await sequence()).find((one) => !before.has(one)) ?? 0
        await run(`update journal set seq = ${seq} where seq = ${made}`)
      }
      await recordAs(101)
      await recordAs(105)
      await sealer.round()
      await recordAs(103)
      expect(await verify(), 'awaited').toMatchObject({ rows: 2, faults: [] })
      await sealer.round()
      expect(await verify()).toMatchObject({ rows: 3, blocks: 2, faults: [] })
      // After an hour nobody waits any more: what comes then was not written by the server.
      app.time.now += chainLimits.gapMs
      await recordAs(106)
      await sealer.round()
      await recordAs(102)
      expect(await faults()).toEqual([{ kind: 'inserted', row: 102 }])
    })

    it('gets a checkpoint after ten thousand rows, within the ten minutes, and none before [PROO-06]', async () => {
      const { db, journal, sealer } = app.deps
      const write = (rows: number) =>
        db.transaction().execute(async (tx) => {
          for (let row = 0; row < rows; row += 1)
            await journal.record(tx, null, origin, { action: 'sign-in.ended' })
        })
      const sizes = async () =>
        (await db.selectFrom('journal_checkpoints').select('size').orderBy('size').execute()).map(
          ({ size }) => size,
        )
      await read([1])
      const at = app.time.now
      await write(sealerTimes.checkpointRows - 1)
      await sealer.round()
      expect(await sizes()).toEqual([1])
      await write(1)
      await sealer.round()
      expect(await sizes()).toEqual([1, sealerTimes.checkpointRows + 1])
      expect(app.time.now).toBe(at)
      expect(keptNotes()).toHaveLength(2)
      expect(await verify(keptNotes())).toMatchObject({ rows: 10_001, checkpoints: 4, faults: [] })
    })

    it('shows a day whose rows were replaced by those of another, with their MACs [PROO-03]', async () => {
      await read([1, 2])
      app.time.now += 86_400_000
      await read([3, 4])
      const columns =
        'at, actor_id, actor_name, session_id, ip, action, outcome, chest_id, item_id, objects, node, number, mac'
      const set = columns
        .split(', ')
        .map((column) => `${column} = (select o.${column} from journal o where o.seq = journal.seq - 2)`)
      const [, , third = 0, fourth = 0] = await sequence()
      await run(`update journal set ${set.join(', ')} where seq in (${third}, ${fourth})`)
      expect((await faults()).slice(0, 2)).toEqual([
        { kind: 'moved', row: third },
        { kind: 'moved', row: fourth },
      ])
      // The blocks of that day as well.
      const block = 'at, rows, state, size, frontier, marks, mac'
      const copied = block
        .split(', ')
        .map((column) => `${column} = (select o.${column} from journal_blocks o where o.number = 1)`)
      await run(`update journal_blocks set ${copied.join(', ')} where number = 2`)
      expect(await faults()).toContainEqual({ kind: 'block', block: 2 })
    })

    it('starts again with all its rows once a lost key is given up', async () => {
      const { deps } = app
      await read([1, 2])
      await deps.db.transaction().execute(dropJournalKey)
      // A node that starts afterwards.
      const sealer = createJournalSealer(deps)
      await createJournal(deps).record(deps.db, null, origin, { action: 'sign-in.ended' })
      await sealer.round()
      keys = await createJournalKeys(deps.keys)(deps.db)
      expect(await verify()).toMatchObject({ rows: 3, blocks: 1, checkpoints: 1, waiting: 0, faults: [] })
      await run('update journal set item_id = 9 where item_id = 1')
      expect(await faults()).toContainEqual({ kind: 'changed', row: (await sequence())[0] })
    })

    it('has its last checkpoint mailed to super administrators once a week, complete [PROO-13]', async () => {
      const { db, keys: root } = app.deps
      await addAccount(app, 'directrice', 'ROLE_SUPER_ADMINISTRATOR')
      await addAccount(app, 'intervenante')
      await read([1, 2])
      const mailed = async () => {
        await app.jobs['mail-checkpoint']()
        const rows = await db.selectFrom('outbox').select(['id', 'sealed']).orderBy('id').execute()
        return rows.map(({ id, sealed }) => openMail(root.keyring, id, asSealed(sealed ?? new Uint8Array())))
      }
      const [mail, ...others] = await mailed()
      expect(others).toEqual([])
      expect(mail).toMatchObject({ template: 'journalCheckpoint', values: { rows: 2, login: 'directrice' } })
      expect(await mailed(), 'within the week').toHaveLength(1)
      app.time.now += 7 * 86_400_000
      expect(await mailed()).toHaveLength(2)
      await run(`update settings set value = '${app.time.now + 1}' where name = 'journal.mailed'`)
      await run("update users set role = 'ROLE_SUPER_ADMINISTRATOR' where login = 'intervenante'")
      expect(await mailed(), 'postponed, and a role written, in the database').toHaveLength(3)
      // What is copied from the text of the mail proves the journal.
      const text = composeMail(mail as never, {
        publicUrl: 'https://x.example',
        from: { name: '', address: 'a@x.example' },
        messageId: 'x',
        at: 0,
      }).text
      const note = text.slice(text.indexOf('trousseau/'), text.indexOf('Pour vérifier'))
      expect(await verify(notesIn(note))).toMatchObject({ checkpoints: 2, faults: [] })
    })
  })
})
