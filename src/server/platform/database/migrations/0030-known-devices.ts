import type { Migration } from '../migrate.ts'
import { createIndexes, key, required, requiredTo, table } from './declarations.ts'

/** Browsers that have signed in, and the wrong tries of those who are counted apart from their network. */
export const knownDevices: Migration = {
  id: '0030-known-devices',
  async up(db, c) {
    await table(db, c, 'known_devices')
      .addColumn('token_hash', c.blob, required)
      .addColumn('user_id', c.id, requiredTo('users.id'))
      .addColumn('known_at', c.integer, required)
      .addColumn('expires_at', c.integer, required)
      .addPrimaryKeyConstraint('known_devices_pk', ['token_hash', 'user_id'] as never)
      .execute()
    await table(db, c, 'tries_apart')
      .addColumn('who', c.text, key)
      .addColumn('since', c.integer, required)
      .addColumn('tries', c.integer, required)
      .execute()
    await createIndexes(db, {
      known_devices: [['user_id'], ['expires_at']],
      tries_apart: [['since']],
    })
  },
}
