import type { ColumnDefinitionBuilder } from 'kysely'
import type { Migration } from '../migrate.ts'

/** What each person marked; a mark goes with what it marks, whoever destroys that. */
export const favourites: Migration = {
  id: '0008-favourites',
  async up(db, c) {
    for (const target of ['chest', 'item'] as const) {
      const name = `favourite_${target}s`
      const owned = (table: string) => (column: ColumnDefinitionBuilder) =>
        column.notNull().references(`${table}.id`).onDelete('cascade')
      await c
        .table(db as never, name)
        .addColumn('id', c.id, c.primary)
        .addColumn('user_id', c.id, owned('users'))
        .addColumn(`${target}_id`, c.id, owned(`${target}s`))
        .addColumn('created_at', c.integer, (column) => column.notNull())
        .addUniqueConstraint(`${name}_once`, ['user_id', `${target}_id`] as never)
        .execute()
      // Destroying an item or a chest looks its marks up by this.
      await db.schema.createIndex(`${name}_by_${target}_id`).on(name).column(`${target}_id`).execute()
    }
  },
}
