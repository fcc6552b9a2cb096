import type { Kysely } from 'kysely'
import { categories, categoryOfId } from '#domain/platform/categories.ts'
import { prepared } from '#server/platform/database/compiled.ts'
import type { Tables } from '#server/platform/database/tables.ts'

export type Category = { readonly id: number; readonly name: string }

const everyCategory = prepared(
  (db: Kysely<Tables>) => db.selectFrom('categories').select(['id', 'name']).orderBy('id'),
  { isQuick: true },
)

/** The twelve categories, in the order of their ids, under their present names. */
export const readCategories = (db: Kysely<Tables>): Promise<Category[]> => everyCategory.all(db, {})

/** The icon of a category, a name of lucide; an id that no category has shows as "other". */
export const iconOfCategory = (id: number): string => categories[categoryOfId(id) ?? 'other'].icon
