import { sql, type Kysely, type Transaction } from 'kysely'
import { attachmentLimits } from '#domain/platform/limits.ts'
import { engineOf } from '#server/platform/database/engine.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { RequestOrigin } from '#server/platform/journal/journal.ts'
import type { VaultDeps } from '#server/vault/deps.ts'
import { condemnRemoved, condemnUnfinished } from './rows.ts'

/** Chunks in one transaction, a mebibyte: other writers wait for some milliseconds while SQLite overwrites them. */
const batchChunks = 16
const byItself: RequestOrigin = { ip: 'local', requestId: 'job', userAgent: 'trousseau' }
const always = async () => true

/** Deletes an upload that was not finished, at once: its caller has gone, or it was refused. */
export async function discardUnfinished(db: Kysely<Tables>, id: number, now: number): Promise<void> {
  if (await condemnUnfinished(db, id, now)) await deleteChunks(db, id, always)
}

/** Deletes the chunks of an attachment whose key is destroyed, then its row. @returns false when interrupted */
async function deleteChunks(db: Kysely<Tables>, id: number, goOn: () => Promise<boolean>): Promise<boolean> {
  while (await hasChunks(db, id)) {
    if (!(await goOn())) return false
    // If another caller deletes the same chunks, this deletes fewer than there are, or none.
    await sql`
      delete from attachment_chunks where attachment_id = ${id} and number in
        (select number from attachment_chunks where attachment_id = ${id} limit ${batchChunks})`.execute(db)
  }
  await db.deleteFrom('attachments').where('id', '=', id).where('item_id', 'is', null).execute()
  return true
}

const hasChunks = async (db: Kysely<Tables>, id: number): Promise<boolean> => {
  const one = db.selectFrom('attachment_chunks').select('number').where('attachment_id', '=', id).limit(1)
  return (await one.executeTakeFirst()) !== undefined
}

/** Destroys an attachment of this chest, unless it was restored, moved or destroyed before the chest is locked. */
async function discardRemoved(
  tx: Transaction<Tables>,
  { clock, journal }: Pick<VaultDeps, 'clock' | 'journal'>,
  { id, chest, before }: { readonly id: number; readonly chest: number; readonly before: number },
): Promise<void> {
  await lockRows(tx, 'chests', [chest])
  const row = await tx
    .selectFrom('attachments')
    .select(['item_id', 'chest_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  // The next round destroys one that is in another chest now.
  if (!row || row.item_id === null || row.chest_id !== chest) return
  if (!(await condemnRemoved(tx, { id, before, now: clock() }))) return
  const objects = { item: row.item_id, attachment: id }
  await journal.record(tx, null, byItself, { action: 'item.attachment.erased', chest, objects })
}

/**
 * Destroys attachments that were removed more than thirty days ago, by a clock that has settled. Then it deletes what is left of destroyed ones, and of
 * uploads that a crash interrupted: their rows name the time from which on nobody finishes them.
 * @param startedAt when this process started, in milliseconds since the epoch
 */
export async function discardAttachments(
  {
    db,
    clock,
    journal,
    hasSettled,
  }: Pick<VaultDeps, 'db' | 'clock' | 'journal'> & { readonly hasSettled: () => Promise<boolean> },
  startedAt: number,
  goOn: () => Promise<boolean>,
): Promise<void> {
  const before = clock() - attachmentLimits.removedMs
  const ofAge = db.selectFrom('attachments').select(['id', 'chest_id']).where('removed_at', '<=', before)
  const removed = (await hasSettled()) ? await ofAge.execute() : []
  for (const { id, chest_id: chest } of removed) {
    if (!(await goOn())) return
    if (chest !== null)
      await db.transaction().execute((tx) => discardRemoved(tx, { clock, journal }, { id, chest, before }))
  }
  const due = await db
    .selectFrom('attachments')
    .select('id')
    .where((is) =>
      is.or([
        is('discard_at', '<=', clock()),
        // A SQLite file has one process: an upload from before its start is interrupted.
        ...(engineOf(db) === 'sqlite'
          ? [is.and([is('discard_at', 'is not', null), is('created_at', '<', startedAt)])]
          : []),
      ]),
    )
    .orderBy('id')
    .execute()
  for (const { id } of due) {
    if (!(await goOn())) return
    // Another node may have finished it meanwhile.
    if (!(await condemnUnfinished(db, id, clock()))) continue
    if (!(await deleteChunks(db, id, goOn))) return
  }
}
