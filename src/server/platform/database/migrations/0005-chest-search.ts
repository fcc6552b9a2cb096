import type { Kysely } from 'kysely'
import { fold } from '#domain/platform/folding.ts'
import type { Migration } from '../migrate.ts'
import { createIndexes, key, required, table } from './declarations.ts'

type Then = { chests: { id: number; name: string; description: string; search_text: string } }

/** What the back office searches chests by, folded once; and what its lists and the jobs of the server look for. */
export const chestSearch: Migration = {
  id: '0005-chest-search',
  async up(db, c) {
    await db.schema
      .alterTable('chests')
      .addColumn('search_text', c.text, (column) => column.notNull().defaultTo(''))
      .execute()
    const then = db as unknown as Kysely<Then>
    for (const { id, name, description } of await then
      .selectFrom('chests')
      .select(['id', 'name', 'description'])
      .execute()) {
      await then
        .updateTable('chests')
        .set({ search_text: fold(`${name} ${description}`) })
        .where('id', '=', id)
        .execute()
    }
    await createIndexes(db, { chests: [['deleted_at'], ['created_by']] })
    await table(db, c, 'job_leases')
      .addColumn('name', c.text, key)
      .addColumn('holder', c.text, required)
      .addColumn('until', c.integer, required)
      .execute()
  },
}
