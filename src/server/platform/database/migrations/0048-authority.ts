import type { Migration } from '../migrate.ts'

/**
 * The MAC of rows that decide who somebody is, and when it was computed. The server fills both at its next start, once it has
 * its keys (access/authority.ts).
 */
export const authority: Migration = {
  id: '0048-authority',
  // A node that writes no proofs writes rows that count for nothing.
  olderNodes: 'stop',
  async up(db, c) {
    const tables = [
      'users',
      'sessions',
      'sign_in_steps',
      'password_links',
      'factor_resets',
      'passkeys',
      'sso_identities',
      'directory_links',
    ]
    for (const name of tables) {
      await db.schema.alterTable(name).addColumn('mac', c.text).execute()
      await db.schema.alterTable(name).addColumn('mac_at', c.integer).execute()
    }
  },
}
