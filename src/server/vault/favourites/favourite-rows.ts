import { sql, type Kysely } from 'kysely'
import { readableAmong } from '#server/access/locate.ts'
import { mayRead } from '#server/access/sharing.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import type { Flag } from '#server/platform/database/column-types.ts'
import type { Tables } from '#server/platform/database/tables.ts'

type ChestRow = { id: number; chest_id: number; name: string; guardian: Flag }

const chestsOf = prepared(
  (_db: Kysely<Tables>, params: Params<{ user: number }>) => sql<ChestRow>`
    select f.id, f.chest_id, c.name, c.guardian from favourite_chests f join chests c on c.id = f.chest_id
     where f.user_id = ${params('user')} and c.deleted_at is null and ${mayRead(params('user'))}
     order by f.id`,
)

/** Returns a user's favourite chests that they may read now, oldest favourite first. */
export async function favouriteChests(db: Kysely<Tables>, userId: number): Promise<ChestRow[]> {
  const rows = await chestsOf.all(db, { user: userId })
  const readable = await readableAmong(
    db,
    userId,
    rows.map((row) => row.chest_id),
  )
  return rows.filter((row) => readable.has(row.chest_id))
}

const itemsOf = prepared((db: Kysely<Tables>, params: Params<{ user: number; chest: number }>) =>
  db
    .selectFrom('favourite_items as f')
    .innerJoin('items as i', 'i.id', 'f.item_id')
    .select(['f.id', 'f.item_id'])
    .where('f.user_id', '=', params('user'))
    .where('i.chest_id', '=', params('chest'))
    .where('i.deleted_at', 'is', null)
    .orderBy('f.id'),
)

/**
 * Returns a user's favourite items outside the trash in a chest; the caller has checked the right to read it.
 */
export const favouriteItems = (db: Kysely<Tables>, userId: number, chestId: number) =>
  itemsOf.all(db, { user: userId, chest: chestId })

type New = { user: number; chest: number; at: number }

// On conflict the row is updated to itself, so that concurrent additions both return its id.
const chestInsertion = prepared(
  (_db: Kysely<Tables>, params: Params<New>) => sql<{ id: number }>`
    insert into favourite_chests (user_id, chest_id, created_at)
    select ${params('user')}, id, ${params('at')} from chests
     where id = ${params('chest')} and deleted_at is null
    on conflict (user_id, chest_id) do update set created_at = favourite_chests.created_at
    returning id`,
)

/** Adds a favourite chest. @returns the new or existing favourite, undefined if the chest was deleted */
export const addFavouriteChest = (tx: Kysely<Tables>, favourite: New) => chestInsertion.first(tx, favourite)

const itemInsertion = prepared(
  (_db: Kysely<Tables>, params: Params<New & { item: number }>) => sql<{ id: number; item_id: number }>`
    insert into favourite_items (user_id, item_id, created_at)
    select ${params('user')}, id, ${params('at')} from items
     where id = ${params('item')} and chest_id = ${params('chest')} and deleted_at is null
    on conflict (user_id, item_id) do update set created_at = favourite_items.created_at
    returning id, item_id`,
)

/**
 * Adds a favourite item. @returns the new or existing favourite, undefined if the item was deleted or trashed
 */
export const addFavouriteItem = (tx: Kysely<Tables>, favourite: New & { item: number }) =>
  itemInsertion.first(tx, favourite)

type Own = { id: number; user: number }
const removals = {
  favourite_chests: prepared((db: Kysely<Tables>, params: Params<Own>) =>
    db.deleteFrom('favourite_chests').where('id', '=', params('id')).where('user_id', '=', params('user')),
  ),
  favourite_items: prepared((db: Kysely<Tables>, params: Params<Own>) =>
    db.deleteFrom('favourite_items').where('id', '=', params('id')).where('user_id', '=', params('user')),
  ),
}

/** Removes a favourite if it is the user's own. @returns whether it was */
export const removeFavourite = async (
  db: Kysely<Tables>,
  table: keyof typeof removals,
  favourite: Own,
): Promise<boolean> => (await removals[table].run(db, favourite)) > 0
