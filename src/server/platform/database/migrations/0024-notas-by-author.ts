import type { Migration } from '../migrate.ts'

/** Finds the messages of a person that wait: their number has a limit. */
export const notasByAuthor: Migration = {
  id: '0024-notas-by-author',
  async up(db) {
    await db.schema
      .createIndex('notas_by_created_by_expires_at')
      .on('notas')
      .columns(['created_by', 'expires_at'])
      .execute()
  },
}
