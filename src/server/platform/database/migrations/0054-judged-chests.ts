import type { Migration } from '../migrate.ts'
import { zero } from './declarations.ts'

/** The version of the rules that rated all passwords of a chest: levels of former rules are computed again. */
export const judgedChests: Migration = {
  id: '0054-judged-chests',
  async up(db, c) {
    await db.schema.alterTable('chests').addColumn('judged_by', c.integer, zero).execute()
  },
}
