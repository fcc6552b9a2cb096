import type { ColumnDefinitionBuilder } from 'kysely'
import type { Migration } from '../migrate.ts'

const required = (column: ColumnDefinitionBuilder) => column.notNull()
/** What hangs on a session or on a sign-in half done goes with it. */
const goesWith = (target: string) => (column: ColumnDefinitionBuilder) =>
  column.references(target).onDelete('cascade')
const ofUser = (column: ColumnDefinitionBuilder) => column.notNull().references('users.id')

/** One's own account: fresh proofs, recovery codes, passkeys and the challenges that they answer. */
export const account: Migration = {
  id: '0011-account',
  async up(db, c) {
    const table = (name: string) => c.table(db as never, name)
    await db.schema.alterTable('sessions').addColumn('proved_at', c.integer).execute()
    await table('recovery_sets')
      .addColumn('user_id', c.id, (column) => column.primaryKey().notNull().references('users.id'))
      .addColumn('key', c.blob, required)
      .addColumn('created_at', c.integer, required)
      .execute()
    await table('recovery_codes')
      .addColumn('user_id', c.id, ofUser)
      .addColumn('code_hash', c.blob, required)
      .addColumn('used_at', c.integer)
      .addPrimaryKeyConstraint('recovery_codes_pk', ['user_id', 'code_hash'] as never)
      .execute()
    await table('passkeys')
      .addColumn('id', c.id, c.primary)
      .addColumn('user_id', c.id, ofUser)
      .addColumn('credential_id', c.text, (column) => column.notNull().unique())
      .addColumn('public_key', c.blob, required)
      .addColumn('counter', c.integer, required)
      .addColumn('transports', c.text, required)
      .addColumn('name', c.text, required)
      .addColumn('created_at', c.integer, required)
      .addColumn('last_used_at', c.integer)
      .execute()
    await table('passkey_challenges')
      .addColumn('challenge', c.text, (column) => column.primaryKey().notNull())
      .addColumn('user_id', c.id, ofUser)
      .addColumn('purpose', c.text, required)
      .addColumn('step_jti', c.text, goesWith('sign_in_steps.jti'))
      .addColumn('session_id', c.text, goesWith('sessions.id'))
      .addColumn('expires_at', c.integer, required)
      .execute()
    for (const [name, column] of [
      ['passkeys', 'user_id'],
      ['passkey_challenges', 'user_id'],
      ['passkey_challenges', 'step_jti'],
      ['passkey_challenges', 'session_id'],
      ['passkey_challenges', 'expires_at'],
    ] as const) {
      await db.schema.createIndex(`${name}_by_${column}`).on(name).column(column).execute()
    }
  },
}
