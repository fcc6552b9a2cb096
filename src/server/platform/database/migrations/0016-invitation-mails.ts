import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Of the mails by which an account is to be entered, an invitation or a link in its place: whose account that is. */
export const invitationMails: Migration = {
  id: '0016-invitation-mails',
  async up(db, c) {
    await db.schema.alterTable('outbox').addColumn('invited_user_id', c.id).execute()
    await sql`create index outbox_by_invited_user_id on outbox (invited_user_id) where invited_user_id is not null`.execute(
      db,
    )
  },
}
