import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'
import { required, table } from './declarations.ts'

/** What the journal has told so far: the action, and the column that names whose count it is. */
const counted = { visit: ['sign-in.done', 'actor_id'], nota: ['nota.create', 'chest_id'] } as const
const dayMs = 24 * 60 * 60 * 1000

/** Sign-ins of each person and one-time messages of each chest, by UTC day; those of before come from the journal. */
export const dailyCounts: Migration = {
  id: '0027-daily-counts',
  async up(db, c) {
    await table(db, c, 'daily_counts')
      .addColumn('kind', c.text, required)
      .addColumn('day', c.integer, required)
      .addColumn('of_id', c.id, required)
      .addColumn('nb', c.integer, required)
      .addPrimaryKeyConstraint('daily_counts_pk', ['kind', 'day', 'of_id'] as never)
      .execute()
    for (const [kind, [action, of]] of Object.entries(counted)) {
      await sql`insert into daily_counts (kind, day, of_id, nb)
        select ${kind}, at / ${sql.lit(dayMs)}, ${sql.ref(of)}, count(*) from journal
         where action = ${action} and outcome = 'done' and ${sql.ref(of)} is not null
         group by at / ${sql.lit(dayMs)}, ${sql.ref(of)}`.execute(db)
    }
  },
}
