import type { Migration } from '../migrate.ts'
import { createIndexes, required, table, zero } from './declarations.ts'

/** One-time messages that wait for their reader; the keys that open them are in their links alone. */
export const notas: Migration = {
  id: '0017-notas',
  async up(db, c) {
    await table(db, c, 'notas')
      .addColumn('id', c.id, c.primary)
      .addColumn('link_id', c.text, (column) => column.notNull().unique())
      .addColumn('chest_id', c.id, required)
      .addColumn('sealed', c.blob, required)
      .addColumn('proof_hash', c.blob, required)
      .addColumn('tries', c.integer, zero)
      .addColumn('created_by', c.id, required)
      .addColumn('created_at', c.integer, required)
      .addColumn('expires_at', c.integer, required)
      .execute()
    await createIndexes(db, { notas: [['expires_at']] })
  },
}
