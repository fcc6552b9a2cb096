import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'
import { key, ownedBy, required, table } from './declarations.ts'

/**
 * When each password was last set, and the sealed summaries of chests. Passwords of before take the moment of the last
 * change in their history, or that of the item's creation.
 */
export const summaries: Migration = {
  id: '0026-summaries',
  async up(db, c) {
    await db.schema.alterTable('items').addColumn('password_at', c.integer).execute()
    await sql`update items set password_at = coalesce(
        (select max(h.created_at) from history h
          where h.element = 'item' and h.element_id = items.id and h.param_name = 'password'), created_at)
      where has_password = 1`.execute(db)
    await table(db, c, 'chest_summaries')
      .addColumn('chest_id', c.id, (column) => ownedBy('chests.id')(column).primaryKey())
      .addColumn('key_version', c.integer, required)
      .addColumn('revision', c.integer, required)
      .addColumn('sealed', c.blob, required)
      .execute()
    await table(db, c, 'installation_keys')
      .addColumn('name', c.text, key)
      .addColumn('wrapped', c.blob, required)
      .execute()
  },
}
