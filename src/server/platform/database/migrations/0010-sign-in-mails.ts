import type { Migration } from '../migrate.ts'
import { createIndexes, key, keyTo, required, requiredTo, table, to, zero } from './declarations.ts'

/** What signing in sends by mail: codes, links that people ask for themselves; passwords that must be changed. */
export const signInMails: Migration = {
  id: '0010-sign-in-mails',
  async up(db, c) {
    await db.schema.alterTable('password_hashes').addColumn('must_change', c.flag, zero).execute()
    await table(db, c, 'mail_codes')
      .addColumn('user_id', c.id, keyTo('users.id'))
      .addColumn('jti', c.text, required)
      .addColumn('code_hash', c.blob, required)
      .addColumn('key_version', c.integer, required)
      .addColumn('tries', c.integer, zero)
      .addColumn('sent_at', c.integer, required)
      .addColumn('expires_at', c.integer, required)
      .addColumn('counted_from', c.integer, required)
      .addColumn('sent', c.integer, required)
      .execute()
    await table(db, c, 'reset_requests')
      .addColumn('key', c.blob, key)
      .addColumn('user_id', c.id, to('users.id'))
      .addColumn('is_waiting', c.flag, required)
      .addColumn('ip', c.text, required)
      .addColumn('asked_at', c.integer, required)
      .addColumn('counted_from', c.integer, required)
      .addColumn('asked', c.integer, required)
      .execute()
    await table(db, c, 'factor_resets')
      .addColumn('id', c.id, c.primary)
      .addColumn('user_id', c.id, requiredTo('users.id'))
      .addColumn('token_hash', c.blob, (column) => column.notNull().unique())
      .addColumn('created_at', c.integer, required)
      .addColumn('expires_at', c.integer, required)
      .addColumn('confirmed_at', c.integer)
      .addColumn('ended_at', c.integer)
      .execute()
    await createIndexes(db, {
      reset_requests: [['is_waiting'], ['asked_at']],
      factor_resets: [['user_id'], ['expires_at']],
    })
  },
}
