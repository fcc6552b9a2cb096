import type { Migration } from '../migrate.ts'
import { createIndexes } from './declarations.ts'

/** Finds the messages of a person that wait: their number has a limit. */
export const notasByAuthor: Migration = {
  id: '0024-notas-by-author',
  async up(db) {
    await createIndexes(db, { notas: [['created_by', 'expires_at']] })
  },
}
