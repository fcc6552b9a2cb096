import type { Migration } from '../migrate.ts'
import { createIndexes, key, required, requiredTo, table } from './declarations.ts'

/** Mails that wait for the mail server, the one-time links that some of them carry, passwords taken away. */
export const mails: Migration = {
  id: '0004-mails',
  async up(db, c) {
    await db.schema.alterTable('password_hashes').addColumn('ended_at', c.integer).execute()
    await table(db, c, 'outbox')
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
    await createIndexes(db, { outbox: [['state', 'next_at']] })
    await table(db, c, 'password_links')
      .addColumn('token_hash', c.blob, key)
      .addColumn('user_id', c.id, requiredTo('users.id'))
      .addColumn('purpose', c.text, required)
      .addColumn('created_at', c.integer, required)
      .addColumn('expires_at', c.integer, required)
      .addColumn('used_at', c.integer)
      .execute()
    await createIndexes(db, { password_links: [['user_id'], ['expires_at']] })
  },
}
