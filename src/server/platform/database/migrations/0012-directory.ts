import type { Migration } from '../migrate.ts'
import { createIndexes, keyTo, ownedBy, required, table } from './declarations.ts'

/** Who of a directory accounts are, groups of it that make members of teams, and which members these are. */
export const directory: Migration = {
  id: '0012-directory',
  async up(db, c) {
    await table(db, c, 'directory_links')
      .addColumn('user_id', c.id, keyTo('users.id'))
      .addColumn('ad_id', c.id, required)
      .addColumn('entry_key', c.text, required)
      .addColumn('linked_at', c.integer, required)
      .addUniqueConstraint('directory_links_by_entry', ['ad_id', 'entry_key'] as never)
      .execute()
    await table(db, c, 'directory_groups')
      .addColumn('id', c.id, c.primary)
      .addColumn('ad_id', c.id, required)
      .addColumn('entry_key', c.text, required)
      .addColumn('dn', c.text, required)
      .addColumn('name', c.text, required)
      .addColumn('team_id', c.id, ownedBy('teams.id'))
      .addColumn('created_by', c.id)
      .addColumn('created_at', c.integer, required)
      .addUniqueConstraint('directory_groups_by_entry', ['ad_id', 'entry_key', 'team_id'] as never)
      .execute()
    await createIndexes(db, { directory_groups: [['team_id']] })
    await db.schema
      .alterTable('team_users')
      .addColumn('origin', c.text, (column) => column.notNull().defaultTo('manual'))
      .execute()
  },
}
