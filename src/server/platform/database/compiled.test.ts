import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eachEngine, openTestDatabase, type TestDatabase } from '#server/testing/databases.ts'
import { prepared, type Params } from './compiled.ts'
import type { Migration } from './migrate.ts'

interface Pantry {
  jars: { id: number; label: string; weight: number | null }
}

const pantry: Migration = {
  id: '0001-pantry',
  async up(db, columns) {
    await columns
      .table(db, 'jars')
      .addColumn('id', columns.id, columns.primary)
      .addColumn('label', columns.text, (column) => column.notNull())
      .addColumn('weight', columns.integer)
      .execute()
  },
}

type Jar = Pantry['jars']
const add = prepared((db: Kysely<Pantry>, params: Params<Jar>) =>
  db.insertInto('jars').values({ id: params('id'), label: params('label'), weight: params('weight') }),
)
const heavier = prepared((db: Kysely<Pantry>, params: Params<{ weight: number; most: number }>) =>
  db
    .selectFrom('jars')
    .select(['id', 'label'])
    .where('weight', '>', params('weight'))
    .where('label', '!=', 'empty')
    .orderBy('id')
    .limit(params('most')),
)
const relabel = prepared((db: Kysely<Pantry>, params: Params<{ id: number; label: string }>) =>
  db
    .updateTable('jars')
    .set({ label: params('label') })
    .where('id', '=', params('id'))
    .returning('label'),
)
const total = prepared(
  (_db: Kysely<Pantry>, params: Params<{ least: number }>) => sql<{ weight: number }>`
    select sum(weight) as weight from jars where id >= ${params('least')}`,
)

describe('prepared', () => {
  eachEngine((engine) => {
    let database: TestDatabase<Pantry>
    beforeAll(async () => {
      database = await openTestDatabase<Pantry>(engine, [pantry])
      for (const id of [1, 2, 3]) await add.run(database.db, { id, label: `jar ${id}`, weight: id * 10 })
    })
    afterAll(() => database.close())

    const plain = (rows: object[]) => rows.map((row) => ({ ...row }))

    it('runs one query several times with other values', async () => {
      const { db } = database
      expect(plain(await heavier.all(db, { weight: 15, most: 5 }))).toEqual([
        { id: 2, label: 'jar 2' },
        { id: 3, label: 'jar 3' },
      ])
      expect(await heavier.all(db, { weight: 5, most: 1 })).toHaveLength(1)
      expect(await heavier.first(db, { weight: 99, most: 1 })).toBeUndefined()
    })

    it('changes rows, and returns their number or content', async () => {
      const { db } = database
      expect(await relabel.run(db, { id: 3, label: 'third' })).toBe(1)
      expect(await relabel.run(db, { id: 404, label: 'none' })).toBe(0)
      expect((await relabel.first(db, { id: 3, label: 'jar 3' }))?.label).toBe('jar 3')
    })

    it('accepts SQL templates too', async () => {
      expect((await total.first(database.db, { least: 2 }))?.weight).toBe(50)
    })

    if (engine === 'postgres') {
      it('is planned once per connection, also when its text begins on a line of its own', async () => {
        const names = await database.db.transaction().execute(async (tx) => {
          await total.first(tx, { least: 2 })
          const known = sql<{ statement: string }>`select statement from pg_prepared_statements`
          return (await known.execute(tx)).rows.map(({ statement }) => statement.trim())
        })
        expect(names).toContain('select sum(weight) as weight from jars where id >= $1')
      })
    }

    it('sees the rows of its own transaction, and leaves none when that is rolled back', async () => {
      const { db } = database
      const attempt = db.transaction().execute(async (tx) => {
        await add.run(tx, { id: 50, label: 'passing', weight: 500 })
        expect((await heavier.first(tx, { weight: 400, most: 1 }))?.id).toBe(50)
        expect(await heavier.first(db, { weight: 400, most: 1 })).toBeUndefined()
        throw new Error('rolled back')
      })
      await expect(attempt).rejects.toThrow('rolled back')
      expect(await heavier.first(db, { weight: 400, most: 1 })).toBeUndefined()
    })

    it('refuses to run in an ended transaction', async () => {
      let kept: Kysely<Pantry> | undefined
      await database.db.transaction().execute(async (tx) => {
        await heavier.first(tx, { weight: 1, most: 1 })
        kept = tx
      })
      await expect(heavier.first(kept ?? database.db, { weight: 1, most: 1 })).rejects.toThrow()
    })

    it('refuses a missing value, and stores an explicit null', async () => {
      await expect(add.run(database.db, { id: 60, label: 'x' } as Jar)).rejects.toThrow('weight')
      expect(await add.run(database.db, { id: 61, label: 'weightless', weight: null })).toBe(1)
    })
  })
})
