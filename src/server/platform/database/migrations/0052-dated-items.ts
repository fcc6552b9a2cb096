import type { Migration } from '../migrate.ts'

/** Which items of a chest have a date of renewal of their own: each page of the explorer asks, and few items have one. */
export const datedItems: Migration = {
  id: '0052-dated-items',
  async up(db) {
    await db.schema
      .createIndex('items_dated_by_chest')
      .on('items')
      .columns(['chest_id', 'id', 'renew_before'])
      .where('renew_before', 'is not', null)
      .execute()
  },
}
