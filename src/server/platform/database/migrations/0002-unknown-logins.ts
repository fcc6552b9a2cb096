import type { ColumnDefinitionBuilder } from 'kysely'
import type { Migration } from '../migrate.ts'

const required = (column: ColumnDefinitionBuilder) => column.notNull()

/** Failures under logins that nobody has, counted as an account's are, so that both are answered alike. */
export const unknownLogins: Migration = {
  id: '0002-unknown-logins',
  async up(db, c) {
    await c
      .table(db as never, 'unknown_logins')
      .addColumn('key', c.blob, (column) => column.primaryKey().notNull())
      .addColumn('failures', c.integer, required)
      .addColumn('blocks', c.integer, required)
      .addColumn('blocked_until', c.integer)
      .addColumn('tried_at', c.integer, required)
      .execute()
    await db.schema
      .createIndex('unknown_logins_by_tried_at')
      .on('unknown_logins')
      .column('tried_at')
      .execute()
  },
}
