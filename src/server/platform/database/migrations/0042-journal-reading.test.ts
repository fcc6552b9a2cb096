import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrate } from '../migrate.ts'
import { eachEngine, openTestDatabase } from '#server/testing/databases.ts'
import { migrations } from './all.ts'

eachEngine((engine) => {
  it('rows that stand already are found by their item and by the people that they name', async () => {
    const place = migrations.findIndex(({ id }) => id === '0042-journal-reading')
    const database = await openTestDatabase(engine, migrations.slice(0, place))
    try {
      const { db } = database
      const events = [
        '{"item":12}',
        '{"field":"login","item":13}',
        '{"itemIds":["3-5"],"items":3}',
        '{"user":7}',
        '{"team":2,"users":["1","7","8"]}',
        // The number of users, not who they are.
        '{"users":250}',
        '{"fails":0,"users":9}',
        '{}',
      ]
      for (const objects of events)
        await sql`insert into journal (at, actor_id, ip, action, outcome, objects)
          values (0, 1, '192.0.2.1', 'a.b', 'done', ${objects})`.execute(db)
      await migrate(database, migrations)
      const { rows } = await sql`select seq, item_id from journal order by seq`.execute(db)
      const items = [12, 13, null, null, null, null, null, null]
      expect(rows).toEqual(items.map((item, index) => ({ seq: index + 1, item_id: item })))
      const { rows: people } =
        await sql`select seq, user_id from journal_people order by seq, user_id`.execute(db)
      expect(people).toEqual([
        { seq: 4, user_id: 7 },
        { seq: 5, user_id: 7 },
        { seq: 5, user_id: 8 },
      ])
    } finally {
      await database.close()
    }
  })
})
