import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

const links = { bank_users: 'user', bank_teams: 'team', bank_chests: 'chest' } as const

/**
 * What hangs on a bank, or is in a team, read from the index alone: the lists of the back offices ask it for every
 * bank of their caller. Each takes the place of the index of its first column.
 */
export const listIndexes: Migration = {
  id: '0007-list-indexes',
  async up(db) {
    const widened = [
      ...Object.entries(links).map(([table, noun]) => [table, 'bank_id', `${noun}_id`] as const),
      ['team_users', 'team_id', 'user_id'] as const,
    ]
    for (const [table, first, second] of widened) {
      const columns = [first, second]
      await db.schema
        .createIndex(`${table}_by_${columns.join('_')}`)
        .on(table)
        .columns(columns)
        .execute()
      await sql`drop index ${sql.ref(`${table}_by_${first}`)}`.execute(db)
    }
  },
}
