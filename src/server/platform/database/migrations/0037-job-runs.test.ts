import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrate } from '../migrate.ts'
import { eachEngine, openTestDatabase } from '#server/testing/databases.ts'
import { migrations } from './all.ts'

eachEngine((engine) => {
  it.each([
    [
      'since the last activation of a key',
      ['sign-in.done', 'keys.activated', 'keys.activated', 'sign-in.done'],
      3,
    ],
    ['since the first entry of the journal', ['setup.done', 'sign-in.done'], 1],
    ['since an unknown time without a journal', [], null],
  ] as const)('the root key of an installation that stands already seals %s', async (_, actions, since) => {
    const before = migrations.filter(({ id }) => id < '0037')
    const database = await openTestDatabase(engine, before)
    try {
      const { db } = database
      await sql`insert into sealing_key (id, version, fingerprint) values (1, 1, 'x')`.execute(db)
      for (const [place, action] of actions.entries())
        await sql`insert into journal (at, ip, action, outcome, objects)
          values (${place + 1}, '', ${action}, 'done', '{}')`.execute(db)
      await migrate(database, migrations)
      expect(await db.selectFrom('sealing_key').select('since').execute()).toEqual([{ since }])
    } finally {
      await database.close()
    }
  })
})
