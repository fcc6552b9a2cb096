import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'
import { key, table } from './declarations.ts'

/**
 * When each background job last ended and last failed, and since when the root key of now seals. The journal tells it of
 * a key that a rotation activated; the first key is as old as the journal.
 */
export const jobRuns: Migration = {
  id: '0037-job-runs',
  async up(db, c) {
    await table(db, c, 'job_runs')
      .addColumn('name', c.text, key)
      .addColumn('done_at', c.integer)
      .addColumn('failed_at', c.integer)
      .execute()
    await db.schema.alterTable('sealing_key').addColumn('since', c.integer).execute()
    await sql`update sealing_key set since = coalesce(
      (select max(at) from journal where action = 'keys.activated'), (select min(at) from journal))`.execute(
      db,
    )
  },
}
