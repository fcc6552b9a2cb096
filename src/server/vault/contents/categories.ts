import type { Kysely } from 'kysely'
import { categories, categoryOfId } from '#domain/platform/categories.ts'
import { prepared } from '#server/platform/database/compiled.ts'
import type { Tables } from '#server/platform/database/tables.ts'

export type Category = { readonly id: number; readonly name: string }

const everyCategory = prepared(
  (db: Kysely<Tables>) => db.selectFrom('categories').select(['id', 'name']).orderBy('id'),
  { isQuick: true },
)

/** Returns the twelve categories by id, with their current names. */
export const readCategories = (db: Kysely<Tables>): Promise<Category[]> => everyCategory.all(db, {})

/** Returns the lucide icon of a category; an unknown id gives that of "other". */
export const iconOfCategory = (id: number): string => categories[categoryOfId(id) ?? 'other'].icon
