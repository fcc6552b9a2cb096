import type { Migration } from '../migrate.ts'
import { createIndexes, ownedBy, required, table } from './declarations.ts'

/** The imports of a chest, and the elements that each created or changed: what undoing one needs. */
export const imports: Migration = {
  id: '0040-imports',
  async up(db, c) {
    await table(db, c, 'imports')
      .addColumn('id', c.id, c.primary)
      .addColumn('chest_id', c.id, ownedBy('chests.id'))
      .addColumn('user_id', c.id, required)
      .addColumn('source', c.text, required)
      .addColumn('counts', c.text, required)
      .addColumn('created_at', c.integer, required)
      .addColumn('undone_at', c.integer)
      .execute()
    await table(db, c, 'import_elements')
      .addColumn('import_id', c.id, ownedBy('imports.id'))
      .addColumn('element', c.text, required)
      .addColumn('element_id', c.id, required)
      .addColumn('kind', c.text, required)
      .addColumn('revision', c.integer, required)
      .addColumn('first_version', c.id, required)
      .addPrimaryKeyConstraint('import_elements_pk', ['import_id', 'element', 'element_id'] as never)
      .execute()
    await createIndexes(db, {
      imports: [['chest_id'], ['created_at']],
      import_elements: [['element', 'element_id']],
    })
  },
}
