import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrate } from '../migrate.ts'
import { eachEngine, openTestDatabase } from '#server/testing/databases.ts'
import { migrations } from './all.ts'

eachEngine((engine) => {
  it('items that stand already keep every byte, and have no concealed values', async () => {
    const place = migrations.findIndex(({ id }) => id === '0038-item-secrets')
    const database = await openTestDatabase(engine, migrations.slice(0, place))
    try {
      const { db } = database
      await sql`insert into users (id, login, login_key, email, email_key, first_name, last_name, role, type,
          state_id, read_features, second_factor, qr_scanned, last_step, failures, blocks, created_at)
        values (1, 'u', 'u', 'u@x.fr', 'u@x.fr', '', '', 'ROLE_INTERVENANT', 'STANDARD', 1, 0, 'totp', 0, 0, 0, 0, 0)`.execute(
        db,
      )
      await sql`insert into chests (id, name, description, search_text, type, guardian, revision, key_version,
          created_at) values (1, 'Coffre', '', '', 'service', 0, 1, 1, 0)`.execute(db)
      const [key, meta, secret] = ['key', 'meta', 'secret'].map((text) => Buffer.from(text))
      for (const id of [1, 2])
        await sql`insert into items (id, chest_id, wrapped_key, meta, meta_revision, revision, chest_revision,
            created_by, created_at, updated_at, category_id, has_password, password, password_revision)
          values (${id}, 1, ${key}, ${meta}, 3, 4, 1, 1, 5, 6, 1, 1, ${secret}, 2)`.execute(db)
      type Row = Record<string, unknown>
      const { rows: before } = await sql<Row>`select * from items order by id`.execute(db)
      await migrate(database, migrations)
      const { rows: added } = await sql`select secrets, secrets_revision from items order by id`.execute(db)
      expect(added).toEqual(before.map(() => ({ secrets: null, secrets_revision: 0 })))
      const columns = sql.join(Object.keys(before[0] ?? {}).map((name) => sql.ref(name)))
      const { rows: after } = await sql<Row>`select ${columns} from items order by id`.execute(db)
      expect(after).toEqual(before)
    } finally {
      await database.close()
    }
  })
})
