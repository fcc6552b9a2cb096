import type { Migration } from '../migrate.ts'

/** Of a mail, until when it waited for the mail server to accept its sender. */
export const refusedSenders: Migration = {
  id: '0058-refused-senders',
  async up(db, c) {
    await db.schema.alterTable('outbox').addColumn('refused_at', c.integer).execute()
  },
}
