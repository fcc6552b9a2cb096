import type { Migration } from '../migrate.ts'
import { createIndexes, key, required, table } from './declarations.ts'

/** Failures under logins that nobody has, counted as an account's are, so that both are answered alike. */
export const unknownLogins: Migration = {
  id: '0002-unknown-logins',
  async up(db, c) {
    await table(db, c, 'unknown_logins')
      .addColumn('key', c.blob, key)
      .addColumn('failures', c.integer, required)
      .addColumn('blocks', c.integer, required)
      .addColumn('blocked_until', c.integer)
      .addColumn('tried_at', c.integer, required)
      .execute()
    await createIndexes(db, { unknown_logins: [['tried_at']] })
  },
}
