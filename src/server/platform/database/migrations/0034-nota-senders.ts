import type { Migration } from '../migrate.ts'
import { zero } from './declarations.ts'

/** Whether the reader of a one-time message is shown the name of its sender. */
export const notaSenders: Migration = {
  id: '0034-nota-senders',
  async up(db, c) {
    await db.schema.alterTable('notas').addColumn('shows_name', c.integer, zero).execute()
  },
}
