import type { ColumnDefinitionBuilder } from 'kysely'
import type { Migration } from '../migrate.ts'

const required = (column: ColumnDefinitionBuilder) => column.notNull()

/** Mails that wait for the mail server, the one-time links that some of them carry, passwords taken away. */
export const mails: Migration = {
  id: '0004-mails',
  async up(db, c) {
    await db.schema.alterTable('password_hashes').addColumn('ended_at', c.integer).execute()
    await c
      .table(db as never, 'outbox')
      .addColumn('id', c.id, c.primary)
      .addColumn('template', c.text, required)
      .addColumn('message_id', c.text, required)
      .addColumn('sealed', c.blob)
      .addColumn('state', c.text, required)
      .addColumn('attempts', c.integer, required)
      .addColumn('next_at', c.integer, required)
      .addColumn('lease', c.text)
      .addColumn('leased_until', c.integer)
      .addColumn('last_error', c.text)
      .addColumn('tried_at', c.integer)
      .addColumn('created_at', c.integer, required)
      .execute()
    await db.schema
      .createIndex('outbox_by_state_next_at')
      .on('outbox')
      .columns(['state', 'next_at'])
      .execute()
    await c
      .table(db as never, 'password_links')
      .addColumn('token_hash', c.blob, (column) => column.primaryKey().notNull())
      .addColumn('user_id', c.id, (column) => column.notNull().references('users.id'))
      .addColumn('purpose', c.text, required)
      .addColumn('created_at', c.integer, required)
      .addColumn('expires_at', c.integer, required)
      .addColumn('used_at', c.integer)
      .execute()
    await db.schema.createIndex('password_links_by_user_id').on('password_links').column('user_id').execute()
    await db.schema
      .createIndex('password_links_by_expires_at')
      .on('password_links')
      .column('expires_at')
      .execute()
  },
}
