import type { Migration } from '../migrate.ts'
import { keyTo, required, table } from './declarations.ts'

/** The accounts whose entry the directory no longer has, or has disabled. */
export const directoryAbsences: Migration = {
  id: '0057-directory-absences',
  async up(db, c) {
    await table(db, c, 'directory_absences')
      .addColumn('user_id', c.id, keyTo('users.id'))
      .addColumn('reason', c.text, required)
      .addColumn('absent_since', c.integer, required)
      .addColumn('deactivated_at', c.integer)
      .execute()
  },
}
