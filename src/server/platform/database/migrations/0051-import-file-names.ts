import type { Migration } from '../migrate.ts'

/** The name of an imported file, sealed under the chest's key. */
export const importFileNames: Migration = {
  id: '0051-import-file-names',
  async up(db, c) {
    await db.schema.alterTable('imports').addColumn('file_name', c.blob).execute()
  },
}
