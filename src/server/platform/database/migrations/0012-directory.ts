import type { ColumnDefinitionBuilder } from 'kysely'
import type { Migration } from '../migrate.ts'

const required = (column: ColumnDefinitionBuilder) => column.notNull()

/** Who of a directory accounts are, groups of it that make members of teams, and which members these are. */
export const directory: Migration = {
  id: '0012-directory',
  async up(db, c) {
    const table = (name: string) => c.table(db as never, name)
    await table('directory_links')
      .addColumn('user_id', c.id, (column) => column.primaryKey().notNull().references('users.id'))
      .addColumn('ad_id', c.id, required)
      .addColumn('entry_key', c.text, required)
      .addColumn('linked_at', c.integer, required)
      .addUniqueConstraint('directory_links_by_entry', ['ad_id', 'entry_key'] as never)
      .execute()
    await table('directory_groups')
      .addColumn('id', c.id, c.primary)
      .addColumn('ad_id', c.id, required)
      .addColumn('entry_key', c.text, required)
      .addColumn('dn', c.text, required)
      .addColumn('name', c.text, required)
      .addColumn('team_id', c.id, (column) => column.notNull().references('teams.id').onDelete('cascade'))
      .addColumn('created_by', c.id)
      .addColumn('created_at', c.integer, required)
      .addUniqueConstraint('directory_groups_by_entry', ['ad_id', 'entry_key', 'team_id'] as never)
      .execute()
    await db.schema
      .createIndex('directory_groups_by_team_id')
      .on('directory_groups')
      .column('team_id')
      .execute()
    await db.schema
      .alterTable('team_users')
      .addColumn('origin', c.text, (column) => column.notNull().defaultTo('manual'))
      .execute()
  },
}
