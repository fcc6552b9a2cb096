import type { Migration } from '../migrate.ts'
import { createIndexes, required, requiredTo, table, to } from './declarations.ts'

/** The files of items, and their sealed chunks. */
export const attachments: Migration = {
  id: '0039-attachments',
  async up(db, c) {
    await table(db, c, 'attachments')
      .addColumn('id', c.id, c.primary)
      .addColumn('item_id', c.id, to('items.id'))
      .addColumn('chest_id', c.id, to('chests.id'))
      .addColumn('wrapped_key', c.blob)
      .addColumn('meta', c.blob)
      .addColumn('stored_bytes', c.integer, required)
      .addColumn('created_by', c.id, requiredTo('users.id'))
      .addColumn('created_at', c.integer, required)
      .addColumn('removed_by', c.id, to('users.id'))
      .addColumn('removed_at', c.integer)
      .addColumn('discard_at', c.integer)
      .execute()
    await table(db, c, 'attachment_chunks')
      .addColumn('attachment_id', c.id, requiredTo('attachments.id'))
      .addColumn('number', c.integer, required)
      .addColumn('sealed', c.blob, required)
      .addPrimaryKeyConstraint('attachment_chunks_pk', ['attachment_id', 'number'] as never)
      .execute()
    await createIndexes(db, {
      attachments: [['item_id'], ['chest_id', 'stored_bytes'], ['discard_at'], ['removed_at']],
    })
  },
}
