import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'
import { createIndexes, key, ownedBy, required, table } from './declarations.ts'

/** The day before which an item is to be renewed, the rules of chests and folders, and whom a mail reminded when. */
export const dueDates: Migration = {
  id: '0041-due-dates',
  async up(db, c) {
    await db.schema.alterTable('items').addColumn('renew_before', c.text).execute()
    await db.schema.alterTable('folders').addColumn('renew_days', c.integer).execute()
    await db.schema.alterTable('chests').addColumn('renew_days', c.integer).execute()
    // Few items have a date of their own, few folders a rule.
    await db.schema
      .createIndex('items_by_renew_before')
      .on('items')
      .column('renew_before')
      .where('renew_before', 'is not', null)
      .execute()
    await db.schema
      .createIndex('folders_by_renew_days')
      .on('folders')
      .column('chest_id')
      .where(sql<boolean>`renew_days is not null`)
      .execute()
    await createIndexes(db, { items: [['chest_id', 'password_at', 'id']] })
    await table(db, c, 'due_reminders')
      .addColumn('user_id', c.id, (column) => ownedBy('users.id')(key(column)))
      .addColumn('day', c.text, required)
      .execute()
  },
}
