import { sql, type RawBuilder } from 'kysely'
import { fold } from '#domain/platform/folding.ts'

/** Characters that PostgreSQL refuses, or that UTF-8 cannot hold: no stored text contains them. */
const unkept = /[\0\p{Cs}]/u

/** Returns the words of a search, folded as the searched columns; null when no stored text can hold them. */
export const wordsOf = (search: string): readonly string[] | null =>
  unkept.test(search) ? null : [...new Set(fold(search).split(/\s+/).filter(Boolean))]

/** Returns the condition that a folded column holds a word; typed `%` and `_` are literal. */
export const holdsWord = (column: RawBuilder<unknown>, word: string): RawBuilder<boolean> =>
  sql<boolean>`${column} like ${`%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`} escape '\\'`

/**
 * Returns the condition that every word of a search is in a folded column, or is the row's number.
 *
 * @param id the column of that number
 */
export function matchesSearch(
  search: string,
  column: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const words = wordsOf(search)
  if (words === null) return sql<boolean>`1 = 0`
  const conditions = words.map((word) =>
    /^[0-9]{1,15}$/.test(word)
      ? sql<boolean>`(${id} = ${Number(word)} or ${holdsWord(column, word)})`
      : holdsWord(column, word),
  )
  return conditions.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`${sql.join(conditions, sql` and `)}`
}
