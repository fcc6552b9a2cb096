import type { Migration } from '../migrate.ts'
import { required, table } from './declarations.ts'

/** The indicators of each scope by UTC day, sealed. */
export const keptFigures: Migration = {
  id: '0028-kept-figures',
  async up(db, c) {
    await table(db, c, 'kept_figures')
      .addColumn('scope', c.text, required)
      .addColumn('day', c.integer, required)
      .addColumn('sealed', c.blob, required)
      .addPrimaryKeyConstraint('kept_figures_pk', ['scope', 'day'] as never)
      .execute()
  },
}
