import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fileProblem } from '#texts/platform/file-problems.ts'
import { accountName, FileProblem } from '#server/platform/file-problem.ts'
import { eachEngine, openTestDatabase, testedEngines } from '#server/testing/databases.ts'
import { openDatabase } from './open.ts'

interface Counters {
  counters: { id: number; value: number }
}

describe('openDatabase', () => {
  eachEngine((engine) => {
    it('opens, answers a ping, names its engine and closes', async () => {
      const database = await openTestDatabase(engine)
      await database.ping()
      expect([database.engine, database.dialect.engine]).toEqual([engine, engine])
      await database.close()
      await expect(database.ping()).rejects.toThrow()
    })

    it('counts right when many transactions change one row', async () => {
      const database = await openTestDatabase<Counters>(engine, [
        {
          id: '0001-counters',
          async up(db, columns) {
            await columns
              .table(db, 'counters')
              .addColumn('id', columns.id, columns.primary)
              .addColumn('value', columns.integer)
              .execute()
          },
        },
      ])
      const { db } = database
      await db.insertInto('counters').values({ id: 1, value: 0 }).execute()
      const raise = () =>
        db
          .updateTable('counters')
          .set((eb) => ({ value: eb('value', '+', 1) }))
          .execute()
      await Promise.all(Array.from({ length: 50 }, raise))
      const { value } = await db.selectFrom('counters').select('value').executeTakeFirstOrThrow()
      expect(value).toBe(50)
      await database.close()
    })
  })

  describe('on a SQLite file', () => {
    let folder: string
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'trousseau-open-'))
    })
    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    it('commits to the disk before it returns, through the log, with foreign keys checked', async () => {
      const file = join(folder, 'settings.db')
      const database = await openDatabase({ kind: 'sqlite', file })
      const read = async (name: string) =>
        Object.values((await sql`${sql.raw(`pragma ${name}`)}`.execute(database.db)).rows[0] ?? {})[0]
      expect(await read('journal_mode')).toBe('wal')
      await database.db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(tx)
        expect(rows[0]?.synchronous).toBe(2)
        const { rows: keys } = await sql<{ foreign_keys: number }>`pragma foreign_keys`.execute(tx)
        expect(keys[0]?.foreign_keys).toBe(1)
      })
      await database.close()
    })

    it('reports a file that is no database, or cannot be created', async () => {
      const file = join(folder, 'letter.db')
      writeFileSync(file, 'Dear reader, this is no database at all. '.repeat(100))
      await expect(openDatabase({ kind: 'sqlite', file })).rejects.toMatchObject({ code: 'FILE_DAMAGED' })
      const nowhere = join(folder, 'absent', 'trousseau.db')
      await expect(openDatabase({ kind: 'sqlite', file: nowhere })).rejects.toMatchObject({
        code: 'FILE_NOT_OPENED',
        message: expect.stringContaining(nowhere),
      })
    })
  })

  describe('on a PostgreSQL server', () => {
    it('reports a server that does not answer, without the password', async () => {
      const refusal = openDatabase({ kind: 'postgres', url: 'postgres://me:hunter2@127.0.0.1:1/vault' })
      await expect(refusal).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' })
      await expect(refusal).rejects.toThrow('127.0.0.1:1/vault')
      await expect(refusal).rejects.not.toThrow('hunter2')
      // By a socket, whose folder is in the query.
      const socket = openDatabase({ kind: 'postgres', url: 'postgres:///vault?host=/nowhere' })
      await expect(socket).rejects.toThrow('« /nowhere/vault »')
    })

    it('names a certificate of its address that cannot be read, and does not take the server for away', async () => {
      const absent = join(tmpdir(), 'absent', 'postgres-ca.pem')
      const url = `postgres://me:hunter2@127.0.0.1:1/vault?sslmode=verify-full&sslrootcert=${absent}`
      const refusal = await openDatabase({ kind: 'postgres', url }).catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(FileProblem)
      expect(refusal).toMatchObject({ message: fileProblem('ENOENT', [absent], accountName()) })
    })

    it.runIf(testedEngines.includes('postgres'))(
      'reports a server that refuses the account or the database',
      async () => {
        const url = new URL(process.env['TROUSSEAU_TEST_POSTGRES'] ?? '')
        url.password = 'wrong'
        await expect(openDatabase({ kind: 'postgres', url: url.href })).rejects.toMatchObject({
          code: 'SERVER_REFUSES',
        })
      },
    )
  })
})

describe('a PostgreSQL pool', () => {
  it.runIf(testedEngines.includes('postgres'))('survives connections that the server closes', async () => {
    const database = await openTestDatabase('postgres')
    const lost: Error[] = []
    if (database.options.kind !== 'postgres') throw new Error('not PostgreSQL')
    const other = await openDatabase({ ...database.options, onLost: (error) => lost.push(error) })
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db)
    await expect.poll(() => lost.length).toBeGreaterThan(0)
    await other.ping()
    await other.close()
    await database.close()
  })

  it.runIf(testedEngines.includes('postgres'))(
    'survives a connection that is closed inside a transaction',
    async () => {
      const database = await openTestDatabase('postgres')
      const cut = database.db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
        // Returns once the connection is closed.
        const ended = sql<{ isOver: boolean }>`
          select pg_terminate_backend(${rows[0]?.pid ?? 0}::int, 15000) as "isOver"`
        expect((await ended.execute(database.db)).rows).toEqual([{ isOver: true }])
        await sql`select 1`.execute(tx)
      })
      await expect(cut).rejects.toThrow()
      await database.ping()
      await database.close()
    },
  )

  if (testedEngines.includes('postgres'))
    it('closes as soon as the server has closed its connections, without a pause', async () => {
      const database = await openTestDatabase('postgres')
      await database.ping()
      // A pause would never end.
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      try {
        await database.disconnect()
        expect(vi.getTimerCount()).toBe(0)
      } finally {
        vi.useRealTimers()
      }
      await database.close()
    })
})
