import type { Migration } from '../migrate.ts'
import { required, table } from './declarations.ts'

/**
 * Which root key seals, as one row for all nodes, and which keys each running node has. The row comes with the first
 * start whose keys are proved: nothing here says which they are.
 */
export const keyNodes: Migration = {
  id: '0031-key-nodes',
  async up(db, c) {
    await table(db, c, 'sealing_key')
      .addColumn('id', c.integer, required)
      .addColumn('version', c.integer, required)
      .addColumn('fingerprint', c.text, required)
      .addPrimaryKeyConstraint('sealing_key_pk', ['id'] as never)
      .execute()
    await table(db, c, 'key_nodes')
      .addColumn('node', c.text, required)
      .addColumn('name', c.text, required)
      .addColumn('keys', c.text, required)
      .addColumn('seen_at', c.integer, required)
      .addPrimaryKeyConstraint('key_nodes_pk', ['node'] as never)
      .execute()
  },
}
