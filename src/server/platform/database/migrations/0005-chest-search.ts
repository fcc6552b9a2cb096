import type { Kysely } from 'kysely'
import { fold } from '#domain/platform/folding.ts'
import type { Migration } from '../migrate.ts'

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
    for (const column of ['deleted_at', 'created_by']) {
      await db.schema.createIndex(`chests_by_${column}`).on('chests').column(column).execute()
    }
    await c
      .table(db as unknown as Kysely<never>, 'job_leases')
      .addColumn('name', c.text, (column) => column.primaryKey().notNull())
      .addColumn('holder', c.text, (column) => column.notNull())
      .addColumn('until', c.integer, (column) => column.notNull())
      .execute()
  },
}
