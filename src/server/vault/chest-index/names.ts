import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'
import { readCategories } from '#server/vault/contents/categories.ts'
import type { Names } from './chest-index.ts'

/** The names of categories and users, shared by all indexes of the node. */
export type KnownNames = Names & {
  /** Reads the current names of the categories and of some users. */
  learn(users: Iterable<number>): Promise<void>
}

export function createNames(db: Kysely<Tables>): KnownNames {
  const categories = new Map<number, string>()
  const logins = new Map<number, string>()
  return {
    categories,
    logins,
    async learn(users) {
      for (const { id, name } of await readCategories(db)) categories.set(id, name)
      const ids = [...new Set(users)]
      if (ids.length === 0) return
      const rows = await db.selectFrom('users').select(['id', 'login']).where('id', 'in', ids).execute()
      for (const { id, login } of rows) logins.set(id, login)
    },
  }
}
