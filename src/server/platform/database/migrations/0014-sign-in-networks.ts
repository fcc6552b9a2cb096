import type { Migration } from '../migrate.ts'
import { createIndexes, key, required, table } from './declarations.ts'

/** Wrong tries by network, in the database so that all nodes share the count. */
export const signInNetworks: Migration = {
  id: '0014-sign-in-networks',
  async up(db, c) {
    await table(db, c, 'sign_in_networks')
      .addColumn('network', c.text, key)
      .addColumn('since', c.integer, required)
      .addColumn('tries', c.integer, required)
      .addColumn('known_at', c.integer)
      .execute()
    await createIndexes(db, { sign_in_networks: [['since']] })
  },
}
