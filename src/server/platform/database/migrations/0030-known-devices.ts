import type { ColumnDefinitionBuilder } from 'kysely'
import type { Migration } from '../migrate.ts'

const required = (column: ColumnDefinitionBuilder) => column.notNull()

/** Browsers that have signed in, and the wrong tries of those who are counted apart from their network. */
export const knownDevices: Migration = {
  id: '0030-known-devices',
  async up(db, c) {
    const table = (name: string) => c.table(db as never, name)
    await table('known_devices')
      .addColumn('token_hash', c.blob, required)
      .addColumn('user_id', c.id, (column) => column.notNull().references('users.id'))
      .addColumn('known_at', c.integer, required)
      .addColumn('expires_at', c.integer, required)
      .addPrimaryKeyConstraint('known_devices_pk', ['token_hash', 'user_id'] as never)
      .execute()
    await table('tries_apart')
      .addColumn('who', c.text, (column) => column.primaryKey().notNull())
      .addColumn('since', c.integer, required)
      .addColumn('tries', c.integer, required)
      .execute()
    for (const [name, column] of [
      ['known_devices', 'user_id'],
      ['known_devices', 'expires_at'],
      ['tries_apart', 'since'],
    ] as const) {
      await db.schema.createIndex(`${name}_by_${column}`).on(name).column(column).execute()
    }
  },
}
