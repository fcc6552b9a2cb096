import type { Migration } from '../migrate.ts'

/** Where imported folders and items came from, sealed under their own keys; null for what people made. */
export const importSources: Migration = {
  id: '0025-import-sources',
  async up(db, c) {
    for (const table of ['folders', 'items'])
      await db.schema.alterTable(table).addColumn('source', c.blob).execute()
  },
}
