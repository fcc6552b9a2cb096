import { sql, type Kysely } from 'kysely'
import { userSearchKey } from '#domain/platform/user-keys.ts'
import type { Migration } from '../migrate.ts'

type Row = { id: number; login: string; email: string; first_name: string; last_name: string }

/**
 * One folded text a user, which lists search and are ordered by; compared byte by byte on both engines, so that
 * an index gives a page without sorting.
 */
export const userSearch: Migration = {
  id: '0006-user-search',
  async up(db, c) {
    const type = c.engine === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema
      .alterTable('users')
      .addColumn('search_key', type, (column) => column.notNull().defaultTo(''))
      .execute()
    await fill(db)
    await sql`create index users_by_search_key on users (search_key, id) where deleted_at is null`.execute(db)
    await sql`create index users_by_created_by on users (created_by)`.execute(db)
  },
}

async function fill(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<Row>`select id, login, email, first_name, last_name from users`.execute(db)
  for (const { id, login, email, first_name: firstName, last_name: lastName } of rows) {
    const key = userSearchKey({ login, email, firstName, lastName })
    await sql`update users set search_key = ${key} where id = ${id}`.execute(db)
  }
}
