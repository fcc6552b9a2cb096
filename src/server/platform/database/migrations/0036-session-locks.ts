import type { Migration } from '../migrate.ts'

/** When a session was locked; null while it is open. */
export const sessionLocks: Migration = {
  id: '0036-session-locks',
  async up(db, c) {
    await db.schema.alterTable('sessions').addColumn('locked_at', c.integer).execute()
  },
}
