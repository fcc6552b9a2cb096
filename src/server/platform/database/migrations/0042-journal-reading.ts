import { sql, type Kysely } from 'kysely'
import type { Migration } from '../migrate.ts'
import { createIndexes, required, table } from './declarations.ts'

/** Rows of the journal that name users, in one step. */
const batch = 5_000

/**
 * What reading the journal needs: the item of an event as a column, the users that an event names besides its actor, and
 * an index for each filter. On SQLite every index ends in the row's number by itself.
 */
export const journalReading: Migration = {
  id: '0042-journal-reading',
  async up(db, c) {
    const isSqlite = c.engine === 'sqlite'
    await db.schema.alterTable('journal').addColumn('item_id', c.id).execute()
    const item = isSqlite ? sql`json_extract(objects, '$.item')` : sql`(objects::json ->> 'item')::bigint`
    await sql`update journal set item_id = ${item} where objects like '%"item":%'`.execute(db)

    await table(db, c, 'journal_people')
      .addColumn('user_id', c.id, required)
      .addColumn('seq', c.id, required)
      .addPrimaryKeyConstraint('journal_people_pk', ['user_id', 'seq'] as never)
      .execute()
    await fillPeople(db)

    const end = isSqlite ? [] : ['seq']
    if (!isSqlite)
      for (const column of ['actor_id', 'chest_id'])
        await db.schema.dropIndex(`journal_by_${column}`).execute()
    const kept = isSqlite
      ? []
      : [
          ['actor_id', 'seq'],
          ['chest_id', 'seq'],
        ]
    await createIndexes(db, { journal: [...kept, ['ip', ...end], ['action', ...end]] })
    await db.schema
      .createIndex('journal_by_item_id')
      .on('journal')
      .columns(['item_id', ...end])
      .where(sql.ref('item_id'), 'is not', null)
      .execute()
  },
}

async function fillPeople(db: Kysely<unknown>): Promise<void> {
  for (let after = 0; ;) {
    const { rows } = await sql<{ seq: number; actor_id: number | null; objects: string }>`
      select seq, actor_id, objects from journal
       where seq > ${after} and objects like '%"user%' order by seq limit ${batch}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    after = last.seq
    const pairs = rows.flatMap(({ seq, actor_id: actor, objects }) => {
      const { user, users } = JSON.parse(objects) as { user?: unknown; users?: unknown }
      // Some actions record the number of users, not who they are.
      const ids = new Set([user, ...(Array.isArray(users) ? users : [])].map(Number))
      return Array.from(ids, (id) => ({ id, seq })).filter(({ id }) => id > 0 && id !== actor)
    })
    for (let at = 0; at < pairs.length; at += 1_000) {
      const values = pairs.slice(at, at + 1_000).map(({ id, seq }) => sql`(${id}, ${seq})`)
      await sql`insert into journal_people (user_id, seq) values ${sql.join(values)}`.execute(db)
    }
  }
}
