import type { Migration } from '../migrate.ts'
import { zero } from './declarations.ts'

/** The values of an item's concealed extra fields, sealed apart from its texts; null for items without one. */
export const itemSecrets: Migration = {
  id: '0038-item-secrets',
  async up(db, c) {
    await db.schema.alterTable('items').addColumn('secrets', c.blob).execute()
    await db.schema.alterTable('items').addColumn('secrets_revision', c.integer, zero).execute()
  },
}
