import type { Migration } from '../migrate.ts'
import { keyTo, required, table } from './declarations.ts'

/** Why Active Directory last refused an account. */
export const directoryRefusals: Migration = {
  id: '0056-directory-refusals',
  async up(db, c) {
    await table(db, c, 'directory_refusals')
      .addColumn('user_id', c.id, keyTo('users.id'))
      .addColumn('code', c.text, required)
      .addColumn('refused_at', c.integer, required)
      .execute()
  },
}
