import type { Migration } from '../migrate.ts'

/** The sign-in, or the session, that an authenticator's secret was drawn for keeps it until a code confirms it. */
export const pendingFactors: Migration = {
  id: '0022-pending-factors',
  async up(db, c) {
    for (const table of ['sign_in_steps', 'sessions']) {
      await db.schema.alterTable(table).addColumn('totp_pending', c.blob).execute()
    }
    // Drawn for the account, it may have been shown to others: whoever is enrolling scans once more.
    await db.schema.alterTable('users').dropColumn('totp_pending').execute()
  },
}
