import type { ColumnDefinitionBuilder } from 'kysely'
import type { Migration } from '../migrate.ts'

const required = (column: ColumnDefinitionBuilder) => column.notNull()
const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0)
const ofUser = (column: ColumnDefinitionBuilder) => column.notNull().references('users.id')

/** What signing in sends by mail: codes, links that people ask for themselves; passwords that must be changed. */
export const signInMails: Migration = {
  id: '0010-sign-in-mails',
  async up(db, c) {
    const table = (name: string) => c.table(db as never, name)
    await db.schema.alterTable('password_hashes').addColumn('must_change', c.flag, zero).execute()
    await table('mail_codes')
      .addColumn('user_id', c.id, (column) => ofUser(column).primaryKey())
      .addColumn('jti', c.text, required)
      .addColumn('code_hash', c.blob, required)
      .addColumn('key_version', c.integer, required)
      .addColumn('tries', c.integer, zero)
      .addColumn('sent_at', c.integer, required)
      .addColumn('expires_at', c.integer, required)
      .addColumn('counted_from', c.integer, required)
      .addColumn('sent', c.integer, required)
      .execute()
    await table('reset_requests')
      .addColumn('key', c.blob, (column) => column.primaryKey().notNull())
      .addColumn('user_id', c.id, (column) => column.references('users.id'))
      .addColumn('is_waiting', c.flag, required)
      .addColumn('ip', c.text, required)
      .addColumn('asked_at', c.integer, required)
      .addColumn('counted_from', c.integer, required)
      .addColumn('asked', c.integer, required)
      .execute()
    await table('factor_resets')
      .addColumn('id', c.id, c.primary)
      .addColumn('user_id', c.id, ofUser)
      .addColumn('token_hash', c.blob, (column) => column.notNull().unique())
      .addColumn('created_at', c.integer, required)
      .addColumn('expires_at', c.integer, required)
      .addColumn('confirmed_at', c.integer)
      .addColumn('ended_at', c.integer)
      .execute()
    for (const [name, column] of [
      ['reset_requests', 'is_waiting'],
      ['reset_requests', 'asked_at'],
      ['factor_resets', 'user_id'],
      ['factor_resets', 'expires_at'],
    ] as const) {
      await db.schema.createIndex(`${name}_by_${column}`).on(name).column(column).execute()
    }
  },
}
