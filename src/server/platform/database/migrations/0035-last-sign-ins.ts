import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

const dayMs = 24 * 60 * 60 * 1000

/** The last completed sign-in of each account; those of before are known by their day. */
export const lastSignIns: Migration = {
  id: '0035-last-sign-ins',
  async up(db, c) {
    await db.schema.alterTable('users').addColumn('last_sign_in_at', c.integer).execute()
    await sql`update users set last_sign_in_at = (
      select max(day) * ${sql.lit(dayMs)} from daily_counts where kind = 'visit' and of_id = users.id)`.execute(
      db,
    )
  },
}
