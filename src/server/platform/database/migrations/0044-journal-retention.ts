import type { Migration } from '../migrate.ts'
import { key, required, table } from './declarations.ts'

/**
 * What leaves the journal: the archives, each with the block that it ends with; the cut, before which every block has left;
 * and, of a block that stays, the rows that have left.
 */
export const journalRetention: Migration = {
  id: '0044-journal-retention',
  async up(db, c) {
    await db.schema.alterTable('journal_blocks').addColumn('gone', c.text).execute()
    await db.schema.alterTable('journal_blocks').addColumn('gone_mac', c.blob).execute()
    await table(db, c, 'journal_archives')
      .addColumn('number', c.id, key)
      .addColumn('at', c.integer, required)
      .addColumn('file', c.text, required)
      .addColumn('first_block', c.id, required)
      .addColumn('until', c.integer, required)
      .addColumn('anchor', c.text, required)
      .addColumn('mac', c.blob, required)
      .execute()
    await table(db, c, 'journal_cut')
      .addColumn('id', c.id, key)
      .addColumn('block', c.id, required)
      .addColumn('until', c.integer, required)
      .addColumn('anchor', c.text, required)
      .addColumn('mac', c.blob, required)
      .execute()
  },
}
