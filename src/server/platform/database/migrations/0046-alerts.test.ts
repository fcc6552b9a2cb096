import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrate } from '../migrate.ts'
import { eachEngine, openTestDatabase } from '#server/testing/databases.ts'
import { migrations } from './all.ts'

const day = 24 * 60 * 60 * 1000

eachEngine((engine) => {
  it('networks of the last ninety days are known, and earlier entries raise no alert', async () => {
    const place = migrations.findIndex(({ id }) => id === '0046-alerts')
    const database = await openTestDatabase(engine, migrations.slice(0, place))
    try {
      const { db } = database
      const signIns = [
        [1, 5, '192.0.2.1'],
        [99, 5, '198.51.100.1'],
        [100, 5, '198.51.100.200'],
        [100, 6, '2001:db8:1:2::3'],
        [100, 6, 'local'],
      ] as const
      for (const [at, user, ip] of signIns)
        await sql`insert into journal (at, actor_id, ip, action, outcome, objects)
          values (${at * day}, ${user}, ${ip}, 'sign-in.done', 'done', '{}')`.execute(db)
      await migrate(database, migrations)
      const places = await db
        .selectFrom('sign_in_places')
        .selectAll()
        .orderBy('user_id')
        .orderBy('network')
        .execute()
      expect(places).toEqual([
        { user_id: 5, network: '198.51.100.0/24', last_at: 100 * day },
        { user_id: 6, network: '2001:db8:1::/48', last_at: 100 * day },
      ])
      const cursor = await db.selectFrom('alert_cursor').selectAll().execute()
      expect(cursor).toEqual([{ id: 1, block: 0, after_seq: 5, seen_seq: 5 }])
    } finally {
      await database.close()
    }
  })
})
