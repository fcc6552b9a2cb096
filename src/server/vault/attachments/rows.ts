import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Sealed } from '#server/platform/crypto/envelope.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import { isAmong, listOf } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'

const ofItem = prepared(
  (db: Kysely<Tables>, params: Params<{ item: number }>) =>
    db
      .selectFrom('attachments as a')
      .innerJoin('users as u', 'u.id', 'a.created_by')
      .leftJoin('users as r', 'r.id', 'a.removed_by')
      .select(['a.id', 'a.wrapped_key', 'a.meta', 'a.stored_bytes', 'a.created_at', 'a.removed_at'])
      .select(['u.login as creator', 'r.login as remover'])
      .where('a.item_id', '=', params('item'))
      .where('a.discard_at', 'is', null)
      .orderBy('a.id'),
  { isQuick: true },
)

/** Returns the rows of an item's attachments, removed ones included, in the order of their creation. */
export const attachmentRowsOf = (db: Kysely<Tables>, itemId: number) => ofItem.all(db, { item: itemId })

export type AttachmentRow = Awaited<ReturnType<typeof attachmentRowsOf>>[number]

const one = prepared((db: Kysely<Tables>, params: Params<{ id: number; item: number }>) =>
  db
    .selectFrom('attachments')
    .select(['id', 'wrapped_key', 'meta', 'removed_at'])
    .where('id', '=', params('id'))
    .where('item_id', '=', params('item'))
    .where('discard_at', 'is', null),
)

/** Returns the row of an attachment of this item; undefined for one that is not, or not yet whole. */
export const attachmentRow = (db: Kysely<Tables>, id: number, itemId: number) =>
  one.first(db, { id, item: itemId })

const chunk = prepared((db: Kysely<Tables>, params: Params<{ id: number; number: number }>) =>
  db
    .selectFrom('attachment_chunks')
    .select('sealed')
    .where('attachment_id', '=', params('id'))
    .where('number', '=', params('number')),
)

/** Returns a reader of the sealed chunks of an attachment, by their number. */
export const chunkReader = (db: Kysely<Tables>, id: number) => async (number: number) =>
  (await chunk.first(db, { id, number }))?.sealed

const chunkInsertion = prepared(
  (db: Kysely<Tables>, params: Params<{ id: number; number: number; sealed: Sealed }>) =>
    db
      .insertInto('attachment_chunks')
      .values({ attachment_id: params('id'), number: params('number'), sealed: params('sealed') }),
)

export const insertChunk = (db: Kysely<Tables>, id: number, number: number, sealed: Sealed) =>
  chunkInsertion.run(db, { id, number, sealed })

/** Rows of the table `attachments`, as a condition. */
type Which = RawBuilder<boolean>

/**
 * Destroys the keys of attachments: from then on nothing can read them, and they count nowhere. Their chunks follow in
 * steps (`discard.ts`).
 * @returns how many there were
 */
async function condemn(tx: Kysely<Tables>, which: Which, now: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('attachments')
    .set({ wrapped_key: null, meta: null, item_id: null, chest_id: null, removed_by: null, removed_at: null })
    .set({ discard_at: now })
    .where(which)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Destroys the attachments of items, in the transaction that destroys these. @param items a select of their ids */
export const condemnOfItems = (tx: Kysely<Tables>, items: RawBuilder<unknown>, now: number) =>
  condemn(tx, sql<boolean>`item_id in (${items})`, now)

/** Destroys attachments. */
export const condemnAttachments = (tx: Kysely<Tables>, ids: readonly number[], now: number) =>
  condemn(tx, isAmong(tx, sql.ref('id'), sql`${listOf(tx, ids)}`), now)

/** Destroys an attachment if it was removed before this time, and not restored since. @returns whether it was */
export const condemnRemoved = async (
  tx: Kysely<Tables>,
  { id, before, now }: { readonly id: number; readonly before: number; readonly now: number },
): Promise<boolean> => (await condemn(tx, sql<boolean>`id = ${id} and removed_at <= ${before}`, now)) > 0

/** Destroys an upload unless it was finished. @returns whether its chunks are to be deleted */
export const condemnUnfinished = async (db: Kysely<Tables>, id: number, now: number): Promise<boolean> =>
  (await condemn(db, sql<boolean>`id = ${id} and discard_at is not null`, now)) > 0
