import type { Migration } from '../migrate.ts'
import { createIndexes, key, ownedBy, required, table, zero } from './declarations.ts'

/** Guardian chests: who has opened them, wrong tries, and the change of a chest's key that is under way. */
export const guardian: Migration = {
  id: '0009-guardian',
  async up(db, c) {
    await db.schema.alterTable('chests').addColumn('lock_version', c.integer, zero).execute()
    await db.schema.alterTable('chests').addColumn('former_key_version', c.integer).execute()
    await table(db, c, 'chest_unlocks')
      .addColumn('handle_hash', c.blob, key)
      .addColumn('session_id', c.text, ownedBy('sessions.id'))
      .addColumn('chest_id', c.id, ownedBy('chests.id'))
      .addColumn('lock_version', c.integer, required)
      .addColumn('sealed', c.blob, required)
      .addColumn('created_at', c.integer, required)
      .addColumn('expires_at', c.integer, required)
      .execute()
    await table(db, c, 'master_key_tries')
      .addColumn('session_id', c.text, ownedBy('sessions.id'))
      .addColumn('chest_id', c.id, ownedBy('chests.id'))
      .addColumn('tries', c.integer, required)
      .addColumn('tried_at', c.integer, required)
      .addPrimaryKeyConstraint('master_key_tries_pk', ['session_id', 'chest_id'] as never)
      .execute()
    await table(db, c, 'chest_renewals')
      .addColumn('chest_id', c.id, (column) => ownedBy('chests.id')(column).primaryKey())
      .addColumn('done', c.integer, zero)
      .addColumn('total', c.integer, required)
      .addColumn('step', c.text, required)
      .addColumn('after_revision', c.integer, required)
      .addColumn('after_id', c.integer, required)
      .addColumn('begun_at', c.integer, required)
      .execute()
    await createIndexes(db, {
      chest_unlocks: [['session_id'], ['chest_id'], ['expires_at']],
      master_key_tries: [['chest_id']],
    })
  },
}
