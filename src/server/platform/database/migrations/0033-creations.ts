import type { Migration } from '../migrate.ts'
import { createIndexes, required, table } from './declarations.ts'

/** The results of creations, by the key that their callers sent: a repeat returns the result. */
export const creations: Migration = {
  id: '0033-creations',
  async up(db, c) {
    await table(db, c, 'creations')
      .addColumn('id', c.text, required)
      .addColumn('result', c.blob)
      .addColumn('created_at', c.integer, required)
      .addPrimaryKeyConstraint('creations_pk', ['id'] as never)
      .execute()
    await createIndexes(db, { creations: [['created_at']] })
  },
}
