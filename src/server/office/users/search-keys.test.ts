import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrate } from '#server/platform/database/migrate.ts'
import { migrations } from '#server/platform/database/migrations/all.ts'
import { eachEngine, openTestDatabase } from '#server/testing/databases.ts'

eachEngine((engine) => {
  it('users from before the search column are found and sorted too', async () => {
    const before = migrations.findIndex(({ id }) => id === '0006-user-search')
    const database = await openTestDatabase(engine, migrations.slice(0, before))
    for (const [login, first, last] of [
      ['zoe', 'Zoé', 'Œuvrard'],
      ['abel', 'Abel', 'Étienne'],
    ]) {
      await sql`insert into users (login, email, first_name, last_name, role, type, state_id, second_factor, created_at)
        values (${login}, ${`${login}@exemple.fr`}, ${first}, ${last}, 'ROLE_INTERVENANT', 'STANDARD', 1, 'totp', 0)`.execute(
        database.db,
      )
    }
    await migrate(database, migrations)
    const rows = await database.db.selectFrom('users').select('search_key').orderBy('search_key').execute()
    expect(rows.map((row) => row.search_key)).toEqual([
      'etienne abel abel abel@exemple.fr',
      'oeuvrard zoe zoe zoe@exemple.fr',
    ])
    await database.close()
  })
})
