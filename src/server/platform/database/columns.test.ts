import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { eachEngine, openTestDatabase, type TestDatabase } from '#server/testing/databases.ts'
import { nextId, nextIds } from './columns.ts'
import type { Migration } from './migrate.ts'
import { isForeignKeyViolation, isUniqueViolation } from './problems.ts'

interface Shelf {
  books: { id: number; title: string; cover: Uint8Array | null; lent: number; bought_at: number }
  notes: { book_id: number }
}

const shelf: Migration = {
  id: '0001-shelf',
  async up(db, columns) {
    await columns
      .table(db, 'books')
      .addColumn('id', columns.id, columns.primary)
      .addColumn('title', columns.text, (column) => column.notNull().unique())
      .addColumn('cover', columns.blob)
      .addColumn('lent', columns.flag, (column) => column.notNull().defaultTo(0))
      .addColumn('bought_at', columns.integer, (column) => column.notNull().defaultTo(0))
      .execute()
    await columns
      .table(db, 'notes')
      .addColumn('book_id', columns.id, (column) => column.notNull().references('books.id'))
      .execute()
  },
}

describe('columns', () => {
  eachEngine((engine) => {
    let database: TestDatabase<Shelf>
    beforeAll(async () => {
      database = await openTestDatabase<Shelf>(engine, [shelf])
    })
    afterAll(() => database.close())

    it('return integers as numbers, flags as 0 or 1 and blobs as bytes', async () => {
      const { db } = database
      const cover = new Uint8Array([0, 1, 254, 255])
      const bought_at = 1_795_000_000_123
      await db.insertInto('books').values({ id: 900, title: 'bytes', cover, lent: 1, bought_at }).execute()
      const row = await db.selectFrom('books').selectAll().where('id', '=', 900).executeTakeFirstOrThrow()
      expect({ ...row, cover: undefined }).toEqual({
        id: 900,
        title: 'bytes',
        cover: undefined,
        lent: 1,
        bought_at,
      })
      expect(row.cover).toBeInstanceOf(Uint8Array)
      expect([...(row.cover ?? [])]).toEqual([0, 1, 254, 255])
    })

    it('return sums, counts and conditions as numbers', async () => {
      const { rows } =
        await sql`select sum(id) as total, count(*) as n, 900 in (select id from books) as there
        from books where id = 900`.execute(database.db)
      expect(rows.map((row) => ({ ...(row as object) }))).toEqual([{ total: 900, n: 1, there: 1 }])
    })

    it('draw identifiers before the rows exist, and never reuse one', async () => {
      const { db } = database
      const taken = await db.transaction().execute(async (tx) => {
        const ids = await nextIds(tx, 'books', 3)
        await tx
          .insertInto('books')
          .values(ids.map((id) => ({ id, title: `early ${id}`, cover: null, lent: 0, bought_at: 0 })))
          .execute()
        await tx.deleteFrom('books').where('id', 'in', ids).execute()
        return [...ids, await nextId(tx, 'books')]
      })
      const later = await db.transaction().execute((tx) => nextIds(tx, 'books', 2))
      const all = [...taken, ...later]
      expect(new Set(all).size).toBe(6)
      expect(all).toEqual(all.toSorted((a, b) => a - b))
      expect(await db.transaction().execute((tx) => nextIds(tx, 'books', 0))).toEqual([])
    })

    it('draw distinct identifiers in concurrent transactions', async () => {
      const lists = await Promise.all(
        Array.from({ length: 20 }, () => database.db.transaction().execute((tx) => nextIds(tx, 'books', 5))),
      )
      expect(new Set(lists.flat()).size).toBe(100)
    })

    it('report the violations that callers handle', async () => {
      const { db } = database
      const twice = db
        .insertInto('books')
        .values({ id: 901, title: 'bytes', cover: null, lent: 0, bought_at: 0 })
        .execute()
      await expect(twice).rejects.toSatisfy(isUniqueViolation)
      const orphan = db.insertInto('notes').values({ book_id: 12_345 }).execute()
      await expect(orphan).rejects.toSatisfy(isForeignKeyViolation)
      await expect(db.insertInto('notes').values({ book_id: 12_345 }).execute()).rejects.not.toSatisfy(
        isUniqueViolation,
      )
    })

    it('refuse a value of the wrong type', async () => {
      const wrong = sql`insert into notes (book_id) values ('many')`.execute(database.db)
      await expect(wrong).rejects.toThrow()
    })
  })
})
