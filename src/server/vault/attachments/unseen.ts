import type { Kysely, Transaction } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import type { Sealed } from '#server/platform/crypto/envelope.ts'
import { nextIds } from '#server/platform/database/columns.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { VaultDeps } from '#server/vault/deps.ts'
import { discardUnfinished } from './discard.ts'

/** In milliseconds: what a crash interrupted is discarded after this time, what takes longer is refused. */
const unfinishedMs = 60 * 60_000
/** Clocks of nodes differ. */
const marginMs = 60_000

/**
 * Draws the ids of files of a copy or an import, and inserts their rows. They have no item until the last transaction makes
 * all of it visible (`finishFiles`): nobody sees them, and nothing in the database opens the chunks stored under them.
 * @param storedBytes of each file, as `storedBytesOf` counts them
 */
export async function beginFiles(
  tx: Transaction<Tables>,
  { by, chestId, now }: { readonly by: number; readonly chestId: number; readonly now: number },
  storedBytes: readonly number[],
): Promise<number[]> {
  const ids = await nextIds(tx, 'attachments', storedBytes.length)
  for (const [at, id] of ids.entries())
    await tx
      .insertInto('attachments')
      .values({
        id,
        chest_id: chestId,
        stored_bytes: storedBytes[at] ?? 0,
        created_by: by,
        created_at: now,
        discard_at: now + unfinishedMs,
      })
      .execute()
  return ids
}

/** A file whose chunks are stored, and what opens them. */
export type StoredUnseen = {
  readonly id: number
  readonly itemId: number
  readonly wrapped_key: Sealed
  readonly meta: Sealed
}

/** Makes files visible, with their items. @throws Refusal SERVER_BUSY for those that took too long */
export async function finishFiles(
  tx: Transaction<Tables>,
  files: readonly StoredUnseen[],
  now: number,
): Promise<void> {
  for (const { id, itemId, wrapped_key, meta } of files) {
    const { numUpdatedRows } = await tx
      .updateTable('attachments')
      .set({ item_id: itemId, wrapped_key, meta, created_at: now, discard_at: null })
      .where('id', '=', id)
      .where('discard_at', '>', now + marginMs)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new Refusal('SERVER_BUSY', { retryAfterSeconds: 1 })
  }
}

/** Discards what failed work has stored; of finished files nothing. If it fails, the job does it. */
export async function discardFiles(
  { db, clock, log }: { readonly db: Kysely<Tables> } & Pick<VaultDeps, 'clock' | 'log'>,
  ids: readonly number[],
): Promise<void> {
  try {
    for (const id of ids) await discardUnfinished(db, id, clock())
  } catch (error) {
    log.warn({ err: error }, 'unfinished files are left to the job')
  }
}
