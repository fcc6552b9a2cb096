import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrate } from '../migrate.ts'
import { eachEngine, openTestDatabase } from '#server/testing/databases.ts'
import { migrations } from './all.ts'

eachEngine((engine) => {
  it('chests that stand already are found by the search', async () => {
    const before = migrations.filter(({ id }) => id < '0005')
    const database = await openTestDatabase(engine, before)
    try {
      const { db } = database
      await sql`insert into chests (name, description, type, key_version, created_at)
        values ('Éclairage', 'Cœur de ville', 'service', 1, 0)`.execute(db)
      await migrate(database, migrations)
      const chest = await db.selectFrom('chests').select('search_text').executeTakeFirstOrThrow()
      expect(chest.search_text).toBe('eclairage coeur de ville')
    } finally {
      await database.close()
    }
  })
})
