import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { DatabaseProblem } from './problems.ts'
import { SqliteDialect } from './sqlite-dialect.ts'
import { OpenedFiles } from './sqlite-files.ts'
import type { WriterLimits } from './sqlite-writer.ts'

interface Ledger {
  lines: { id: number; label: string }
  debts: { id: number; line_id: number }
}

describe('the SQLite writer', () => {
  let folder: string
  let dialect: SqliteDialect
  let db: Kysely<Ledger>

  const open = async (limits: Partial<WriterLimits> = {}) => {
    dialect = new SqliteDialect(join(folder, 'ledger.db'), limits)
    db = new Kysely<Ledger>({ dialect })
    await sql`create table lines (id integer primary key, label text not null unique) strict`.execute(db)
    // Checked at the commit only: the way to make a commit fail.
    await sql`create table debts (id integer primary key, line_id integer not null
      references lines (id) deferrable initially deferred) strict`.execute(db)
  }
  const add = (label: string) =>
    db.transaction().execute((tx) =>
      tx
        .insertInto('lines')
        .values({ label } as never)
        .execute(),
    )
  const labels = async () =>
    (await db.selectFrom('lines').select('label').orderBy('id').execute()).map((row) => row.label)
  const commits = () => dialect.createAdapter().writer.commits

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'trousseau-writer-'))
    // On a busy machine twenty writes can outlast the group's usual five milliseconds.
    await open({ groupMs: 10_000 })
  })
  afterEach(async () => {
    await dialect.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('shares one commit among concurrent transactions, in their order', async () => {
    const before = commits()
    await Promise.all(Array.from({ length: 20 }, (_, index) => add(`line ${index}`)))
    expect(commits() - before).toBe(1)
    expect(await labels()).toEqual(Array.from({ length: 20 }, (_, index) => `line ${index}`))
  })

  it('commits a full group', async () => {
    await dialect.close()
    rmSync(join(folder, 'ledger.db'))
    await open({ groupSize: 5, groupMs: 10_000 })
    const before = commits()
    await Promise.all(Array.from({ length: 20 }, (_, index) => add(`line ${index}`)))
    expect(commits() - before).toBe(4)
  })

  it('rolls back a failed transaction without the others of its commit', async () => {
    const outcomes = await Promise.allSettled([
      add('kept'),
      db.transaction().execute(async (tx) => {
        await tx
          .insertInto('lines')
          .values({ label: 'dropped' } as never)
          .execute()
        throw new Error('refused by a rule')
      }),
      add('kept'),
      add('also kept'),
    ])
    expect(outcomes.map((outcome) => outcome.status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ])
    expect(outcomes[1]).toMatchObject({ reason: { message: 'refused by a rule' } })
    expect(outcomes[2]).toMatchObject({ reason: { errcode: 2067 } })
    expect(await labels()).toEqual(['kept', 'also kept'])
  })

  it('shows readers committed rows only', async () => {
    const [inserted, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let answered = false
    const early = add('early').then(() => (answered = true))
    const slow = db.transaction().execute(async (tx) => {
      await tx
        .insertInto('lines')
        .values({ label: 'slow' } as never)
        .execute()
      inserted.resolve()
      await resumed.promise
      return (await tx.selectFrom('lines').select('label').execute()).length
    })
    await inserted.promise
    // The turn in which a group commits that no other transaction joined.
    await nextTurn()
    await nextTurn()
    expect(await labels()).toEqual([])
    // The first transaction is over, yet its commit waits for the one that joined its group.
    expect(answered).toBe(false)
    resumed.resolve()
    expect(await slow).toBe(2)
    await early
    expect(await labels()).toEqual(['early', 'slow'])
  })

  it('returns a refusal only after the commit of the rows that it may rest on', async () => {
    const order: string[] = []
    const first = add('taken').then(() => order.push('committed'))
    const second = add('taken').catch(() => order.push('refused'))
    await Promise.all([first, second])
    expect(order).toEqual(['committed', 'refused'])
  })

  it('fails every transaction of the group when the commit fails, and runs the next group', async () => {
    const outcomes = await Promise.allSettled([
      add('lost with the group'),
      db.transaction().execute((tx) =>
        tx
          .insertInto('debts')
          .values({ line_id: 999 } as never)
          .execute(),
      ),
      add('lost too'),
    ])
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(await labels()).toEqual([])
    await add('after')
    expect(await labels()).toEqual(['after'])
  })

  it('fails every transaction of the group when the disk is full, and runs the next group', async () => {
    const full = dialect.createAdapter().writing.raw
    const { page_count: pages } = full.prepare('pragma page_count').get() as { page_count: number }
    full.exec(`pragma max_page_count = ${pages + 4}`)
    const outcomes = await Promise.allSettled([add('small'), add('x'.repeat(100_000)), add('small too')])
    expect(outcomes[1]?.status).toBe('rejected')
    const kept = outcomes.flatMap((outcome, index) =>
      outcome.status === 'fulfilled' ? [['small', '', 'small too'][index]] : [],
    )
    expect(await labels()).toEqual(kept)
    full.exec('pragma max_page_count = 1000000')
    await add('after')
    expect(await labels()).toEqual([...kept, 'after'])
  })

  const addMany = (prefix: string) =>
    db.transaction().execute(async (tx) => {
      const values = Array.from({ length: 600 }, (_, at) => ({ label: `${prefix} ${at}` }))
      await tx
        .insertInto('lines')
        .values(values as never)
        .execute()
    })
  const watchSyncs = () => {
    const syncs = vi.spyOn(OpenedFiles.prototype, 'syncLog')
    onTestFinished(() => syncs.mockRestore())
    return syncs
  }

  it('brings the log of a long transaction to the disk before its commit, and of no short one', async () => {
    const syncs = watchSyncs()
    await add('short')
    expect(syncs).toHaveBeenCalledTimes(0)
    const [reached, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    syncs.mockImplementationOnce(() => {
      reached.resolve()
      return resumed.promise
    })
    const before = commits()
    const long = addMany('long')
    await reached.promise
    // Others read meanwhile, and see nothing of it.
    expect([await labels(), commits() - before]).toEqual([['short'], 0])
    resumed.resolve()
    await long
    expect([(await labels()).length, commits() - before]).toEqual([601, 1])
    expect(syncs).toHaveBeenCalledTimes(1)
  })

  it('fails a long transaction whose log does not reach the disk, and runs the next group', async () => {
    const syncs = watchSyncs()
    syncs.mockRejectedValueOnce(new Error('EIO: the disk is broken'))
    await expect(addMany('lost')).rejects.toThrow('EIO')
    expect(await labels()).toEqual([])
    await addMany('after')
    expect((await labels()).length).toBe(600)
  })

  it('refuses a change on the database inside a transaction, where it would deadlock', async () => {
    await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('lines')
        .values({ label: 'inside' } as never)
        .execute()
      await expect(add('nested')).rejects.toThrow('give the query the transaction')
      await expect(db.deleteFrom('lines').execute()).rejects.toThrow('give the query the transaction')
    })
    expect(await labels()).toEqual(['inside'])
    await add('afterwards')
  })

  it('does not treat a late change of a finished transaction as a nested one', async () => {
    const over = Promise.withResolvers<void>()
    let later: Promise<unknown> = Promise.resolve()
    await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('lines')
        .values({ label: 'first' } as never)
        .execute()
      later = over.promise.then(() => add('started inside, done outside'))
    })
    over.resolve()
    await later
    expect(await labels()).toEqual(['first', 'started inside, done outside'])
  })

  it('refuses a transaction that waits too long, and runs later ones', async () => {
    await dialect.close()
    rmSync(join(folder, 'ledger.db'))
    // The limit meets only what waits: the other transactions find the writer idle and begin immediately.
    await open({ waitMs: 1 })
    let resume = (): void => undefined
    const stuck = db.transaction().execute(() => new Promise<void>((resolve) => (resume = resolve)))
    await expect(add('late')).rejects.toMatchObject({ constructor: DatabaseProblem, code: 'WRITER_BUSY' })
    resume()
    await stuck
    await add('in time')
    expect(await labels()).toEqual(['in time'])
  })

  it('waits while another process holds the file, without blocking the event loop', async () => {
    const other = new DatabaseSync(join(folder, 'ledger.db'))
    other.exec('begin immediate')
    const written = Promise.all([add('a'), add('b')])
    await expect.poll(() => dialect.createAdapter().writer.waiting).toBe(2)
    expect(await labels()).toEqual([])
    other.exec('rollback')
    other.close()
    await written
    // SQLite itself waits for no lock, which would hold the event loop: the writer tries again instead.
    const waits = await db.transaction().execute((tx) => sql`pragma busy_timeout`.execute(tx))
    expect(waits.rows).toEqual([{ timeout: 0 }])
    expect(await labels()).toEqual(['a', 'b'])
  })

  it('supports savepoints inside a transaction', async () => {
    const trx = await db.startTransaction().execute()
    await trx
      .insertInto('lines')
      .values({ label: 'one' } as never)
      .execute()
    const saved = await trx.savepoint('before_two').execute()
    await saved
      .insertInto('lines')
      .values({ label: 'two' } as never)
      .execute()
    const back = await saved.rollbackToSavepoint('before_two').execute()
    await back.commit().execute()
    expect(await labels()).toEqual(['one'])
  })

  it('finishes pending transactions before it closes', async () => {
    const under = Promise.all([add('a'), add('b')])
    const [begun, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = db.transaction().execute(async (tx) => {
      begun.resolve()
      await resumed.promise
      await tx
        .insertInto('lines')
        .values({ label: 'slow' } as never)
        .execute()
    })
    await begun.promise
    let isClosed = false
    const closing = dialect.close().then(() => (isClosed = true))
    await nextTurn()
    expect(isClosed).toBe(false)
    resumed.resolve()
    await closing
    await slow
    await under
    await expect(add('c')).rejects.toThrow('closed')
    const again = new SqliteDialect(join(folder, 'ledger.db'))
    const rows = await new Kysely<Ledger>({ dialect: again }).selectFrom('lines').select('label').execute()
    expect(rows.map((row) => row.label)).toEqual(['a', 'b', 'slow'])
    await again.close()
  })
})
