import type { ColumnDefinitionBuilder } from 'kysely'
import type { Migration } from '../migrate.ts'

const required = (column: ColumnDefinitionBuilder) => column.notNull()
const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0)
/** What hangs on a session or a chest goes with it. */
const goesWith = (target: string) => (column: ColumnDefinitionBuilder) =>
  column.notNull().references(target).onDelete('cascade')

/** Guardian chests: who has opened them, wrong tries, and the change of a chest's key that is under way. */
export const guardian: Migration = {
  id: '0009-guardian',
  async up(db, c) {
    const table = (name: string) => c.table(db as never, name)
    await db.schema.alterTable('chests').addColumn('lock_version', c.integer, zero).execute()
    await db.schema.alterTable('chests').addColumn('former_key_version', c.integer).execute()
    await table('chest_unlocks')
      .addColumn('handle_hash', c.blob, (column) => column.primaryKey().notNull())
      .addColumn('session_id', c.text, goesWith('sessions.id'))
      .addColumn('chest_id', c.id, goesWith('chests.id'))
      .addColumn('lock_version', c.integer, required)
      .addColumn('sealed', c.blob, required)
      .addColumn('created_at', c.integer, required)
      .addColumn('expires_at', c.integer, required)
      .execute()
    await table('master_key_tries')
      .addColumn('session_id', c.text, goesWith('sessions.id'))
      .addColumn('chest_id', c.id, goesWith('chests.id'))
      .addColumn('tries', c.integer, required)
      .addColumn('tried_at', c.integer, required)
      .addPrimaryKeyConstraint('master_key_tries_pk', ['session_id', 'chest_id'] as never)
      .execute()
    await table('chest_renewals')
      .addColumn('chest_id', c.id, (column) => goesWith('chests.id')(column).primaryKey())
      .addColumn('done', c.integer, zero)
      .addColumn('total', c.integer, required)
      .addColumn('step', c.text, required)
      .addColumn('after_revision', c.integer, required)
      .addColumn('after_id', c.integer, required)
      .addColumn('begun_at', c.integer, required)
      .execute()
    for (const [name, column] of [
      ['chest_unlocks', 'session_id'],
      ['chest_unlocks', 'chest_id'],
      ['chest_unlocks', 'expires_at'],
      ['master_key_tries', 'chest_id'],
    ] as const) {
      await db.schema.createIndex(`${name}_by_${column}`).on(name).column(column).execute()
    }
  },
}
