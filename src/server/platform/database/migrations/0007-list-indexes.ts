import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'
import { createIndexes } from './declarations.ts'

const links = { bank_users: 'user', bank_teams: 'team', bank_chests: 'chest' } as const

/**
 * What hangs on a bank, or is in a team, read from the index alone: the lists of the back offices ask it for every
 * bank of their caller. Each takes the place of the index of its first column. Of the chests, the index of deletion
 * keeps those that are deleted alone: SQLite began at it to find the others, which are nearly all.
 */
export const listIndexes: Migration = {
  id: '0007-list-indexes',
  async up(db) {
    const widened = [
      ...Object.entries(links).map(([table, noun]) => [table, 'bank_id', `${noun}_id`] as const),
      ['team_users', 'team_id', 'user_id'] as const,
    ]
    for (const [table, first, second] of widened) {
      await createIndexes(db, { [table]: [[first, second]] })
      await sql`drop index ${sql.ref(`${table}_by_${first}`)}`.execute(db)
    }
    await sql`drop index chests_by_deleted_at`.execute(db)
    await sql`create index chests_deleted on chests (deleted_at) where deleted_at is not null`.execute(db)
  },
}
