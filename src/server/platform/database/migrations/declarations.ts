import type { ColumnDefinitionBuilder, Kysely } from 'kysely'
import type { Columns } from '../columns.ts'

type Column = ColumnDefinitionBuilder

/** The options of columns that migrations give most. */
export const required = (column: Column): Column => column.notNull()
export const zero = (column: Column): Column => column.notNull().defaultTo(0)
export const key = (column: Column): Column => column.primaryKey().notNull()
export const to = (target: string) => (column: Column) => column.references(target)
export const requiredTo = (target: string) => (column: Column) => column.notNull().references(target)
export const keyTo = (target: string) => (column: Column) => key(column).references(target)
/** The row is deleted with the one that it refers to. */
export const ownedBy = (target: string) => (column: Column) =>
  column.notNull().references(target).onDelete('cascade')

/** Begins a table; no type describes its columns. */
export const table = (db: Kysely<unknown>, c: Columns, name: string) => c.table(db as never, name)

/** Creates an index of a table for each list of columns, which name it (`items_by_folder_id`). */
export async function createIndexes(
  db: Kysely<unknown>,
  indexes: Readonly<Record<string, readonly (readonly string[])[]>>,
): Promise<void> {
  for (const [name, lists] of Object.entries(indexes)) {
    for (const columns of lists) {
      await db.schema
        .createIndex(`${name}_by_${columns.join('_')}`)
        .on(name)
        .columns([...columns])
        .execute()
    }
  }
}
