import type { Migration } from '../migrate.ts'
import { key, required, table } from './declarations.ts'

/**
 * What proves the journal: a MAC in each row, blocks that list the rows in order, each bound to the one before, and signed
 * checkpoints. Rows of before have no MAC; the first blocks bind them as they are at the first start.
 */
export const journalProof: Migration = {
  id: '0043-journal-proof',
  async up(db, c) {
    await db.schema.alterTable('journal').addColumn('node', c.id).execute()
    await db.schema.alterTable('journal').addColumn('number', c.id).execute()
    await db.schema.alterTable('journal').addColumn('mac', c.blob).execute()
    await table(db, c, 'journal_blocks')
      .addColumn('number', c.id, key)
      .addColumn('at', c.integer, required)
      .addColumn('rows', c.text, required)
      .addColumn('state', c.text, required)
      .addColumn('size', c.id, required)
      .addColumn('frontier', c.blob, required)
      .addColumn('marks', c.blob, required)
      .addColumn('mac', c.blob, required)
      .execute()
    await table(db, c, 'journal_checkpoints')
      .addColumn('size', c.id, key)
      .addColumn('at', c.integer, required)
      .addColumn('note', c.text, required)
      .execute()
  },
}
