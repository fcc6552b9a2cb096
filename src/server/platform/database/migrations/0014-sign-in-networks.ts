import type { ColumnDefinitionBuilder } from 'kysely'
import type { Migration } from '../migrate.ts'

const required = (column: ColumnDefinitionBuilder) => column.notNull()

/** Wrong tries by network, in the database so that all nodes share the count. */
export const signInNetworks: Migration = {
  id: '0014-sign-in-networks',
  async up(db, c) {
    await c
      .table(db as never, 'sign_in_networks')
      .addColumn('network', c.text, (column) => column.primaryKey().notNull())
      .addColumn('since', c.integer, required)
      .addColumn('tries', c.integer, required)
      .addColumn('known_at', c.integer)
      .execute()
    await db.schema.createIndex('sign_in_networks_by_since').on('sign_in_networks').column('since').execute()
  },
}
