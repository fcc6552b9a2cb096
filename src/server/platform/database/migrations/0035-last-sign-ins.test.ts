import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrate } from '../migrate.ts'
import { eachEngine, openTestDatabase } from '#server/testing/databases.ts'
import { migrations } from './all.ts'

eachEngine((engine) => {
  it('accounts that stand already have signed in on the last day that is counted', async () => {
    const before = migrations.slice(
      0,
      migrations.findIndex(({ id }) => id === '0035-last-sign-ins'),
    )
    const database = await openTestDatabase(engine, before)
    try {
      const { db } = database
      for (const id of [1, 2])
        await sql`insert into users (id, login, login_key, email, email_key, first_name, last_name, role, type,
            state_id, read_features, second_factor, qr_scanned, last_step, failures, blocks, created_at)
          values (${id}, ${`u${id}`}, ${`u${id}`}, ${`u${id}@x.fr`}, ${`u${id}@x.fr`}, '', '',
            'ROLE_INTERVENANT', 'STANDARD', 1, 0, 'totp', 0, 0, 0, 0, 0)`.execute(db)
      for (const [kind, day, of] of [
        ['visit', 20_000, 1],
        ['visit', 20_010, 1],
        ['nota', 20_020, 1],
      ] as const)
        await sql`insert into daily_counts (kind, day, of_id, nb) values (${kind}, ${day}, ${of}, 1)`.execute(
          db,
        )
      await migrate(database, migrations)
      const rows = await db.selectFrom('users').select(['id', 'last_sign_in_at']).orderBy('id').execute()
      expect(rows).toEqual([
        { id: 1, last_sign_in_at: 20_010 * 24 * 60 * 60 * 1000 },
        { id: 2, last_sign_in_at: null },
      ])
    } finally {
      await database.close()
    }
  })
})
