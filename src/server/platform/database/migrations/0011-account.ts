import type { ColumnDefinitionBuilder } from 'kysely'
import type { Migration } from '../migrate.ts'
import { createIndexes, key, keyTo, required, requiredTo, table } from './declarations.ts'

/** What hangs on a session or on a sign-in half done goes with it. */
const goesWith = (target: string) => (column: ColumnDefinitionBuilder) =>
  column.references(target).onDelete('cascade')

/** One's own account: fresh proofs, recovery codes, passkeys and the challenges that they answer. */
export const account: Migration = {
  id: '0011-account',
  async up(db, c) {
    await db.schema.alterTable('sessions').addColumn('proved_at', c.integer).execute()
    await table(db, c, 'recovery_sets')
      .addColumn('user_id', c.id, keyTo('users.id'))
      .addColumn('key', c.blob, required)
      .addColumn('created_at', c.integer, required)
      .execute()
    await table(db, c, 'recovery_codes')
      .addColumn('user_id', c.id, requiredTo('users.id'))
      .addColumn('code_hash', c.blob, required)
      .addColumn('used_at', c.integer)
      .addPrimaryKeyConstraint('recovery_codes_pk', ['user_id', 'code_hash'] as never)
      .execute()
    await table(db, c, 'passkeys')
      .addColumn('id', c.id, c.primary)
      .addColumn('user_id', c.id, requiredTo('users.id'))
      .addColumn('credential_id', c.text, (column) => column.notNull().unique())
      .addColumn('public_key', c.blob, required)
      .addColumn('counter', c.integer, required)
      .addColumn('transports', c.text, required)
      .addColumn('name', c.text, required)
      .addColumn('created_at', c.integer, required)
      .addColumn('last_used_at', c.integer)
      .execute()
    await table(db, c, 'passkey_challenges')
      .addColumn('challenge', c.text, key)
      .addColumn('user_id', c.id, requiredTo('users.id'))
      .addColumn('purpose', c.text, required)
      .addColumn('step_jti', c.text, goesWith('sign_in_steps.jti'))
      .addColumn('session_id', c.text, goesWith('sessions.id'))
      .addColumn('expires_at', c.integer, required)
      .execute()
    await createIndexes(db, {
      passkeys: [['user_id']],
      passkey_challenges: [['user_id'], ['step_jti'], ['session_id'], ['expires_at']],
    })
  },
}
