import { sql, type ColumnDefinitionBuilder } from 'kysely'
import type { Migration } from '../migrate.ts'

/** The last accepted TOTP steps of each account, as JSON: a step stays used when a wrong clock takes `last_step` back. */
export const usedSteps: Migration = {
  id: '0055-used-steps',
  async up(db, c) {
    const empty = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo('[]')
    await db.schema.alterTable('users').addColumn('used_steps', c.text, empty).execute()
    await sql`update users set used_steps = '[' || last_step || ']' where last_step > 0`.execute(db)
  },
}
