import type { Migration } from '../migrate.ts'
import { createIndexes, ownedBy, required, table } from './declarations.ts'

/** What each person marked; a mark goes with what it marks, whoever destroys that. */
export const favourites: Migration = {
  id: '0008-favourites',
  async up(db, c) {
    for (const target of ['chest', 'item'] as const) {
      const name = `favourite_${target}s`
      await table(db, c, name)
        .addColumn('id', c.id, c.primary)
        .addColumn('user_id', c.id, ownedBy('users.id'))
        .addColumn(`${target}_id`, c.id, ownedBy(`${target}s.id`))
        .addColumn('created_at', c.integer, required)
        .addUniqueConstraint(`${name}_once`, ['user_id', `${target}_id`] as never)
        .execute()
      // Destroying an item or a chest looks its marks up by this.
      await createIndexes(db, { [name]: [[`${target}_id`]] })
    }
  },
}
