import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** The cost of each guardian chest's lock: until now it was that of the release, and raising it would have shut them all. */
export const lockCosts: Migration = {
  id: '0053-lock-costs',
  // A node of before refuses the right master key of a lock that a newer one has raised, and counts it as a wrong try.
  olderNodes: 'stop',
  async up(db, c) {
    await db.schema.alterTable('chest_keys').addColumn('cost', c.text).execute()
    await sql`update chest_keys set cost = '$argon2id$v=19$m=65536,t=3,p=4' where salt is not null`.execute(
      db,
    )
  },
}
