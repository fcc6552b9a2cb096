import type { Migration } from '../migrate.ts'
import { ownedBy, required, table } from './declarations.ts'

/** The sealed snapshots of the chests' indexes; each is made when its chest is next read. */
export const chestSnapshots: Migration = {
  id: '0032-chest-snapshots',
  async up(db, c) {
    await table(db, c, 'chest_snapshots')
      .addColumn('chest_id', c.id, ownedBy('chests.id'))
      .addColumn('part', c.integer, required)
      .addColumn('parts', c.integer, required)
      .addColumn('key_version', c.integer, required)
      .addColumn('revision', c.integer, required)
      .addColumn('sealed', c.blob, required)
      .addPrimaryKeyConstraint('chest_snapshots_pk', ['chest_id', 'part'] as never)
      .execute()
  },
}
