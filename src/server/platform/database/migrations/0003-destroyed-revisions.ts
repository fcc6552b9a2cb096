import type { Migration } from '../migrate.ts'
import { zero } from './declarations.ts'

/**
 * Rows that are destroyed tell nobody that they are gone: the chest keeps from which of its revisions on an index
 * has already dropped all of them.
 */
export const destroyedRevisions: Migration = {
  id: '0003-destroyed-revisions',
  async up(db, c) {
    await db.schema.alterTable('chests').addColumn('destroyed_revision', c.integer, zero).execute()
  },
}
