import { sql, type Kysely, type Transaction } from 'kysely'
import { attachmentLimits } from '#domain/platform/limits.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { attachmentRefusals } from '#texts/vault/attachments.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/** The limits of attachments in bytes, from the settings. */
export type AttachmentBytes = { readonly file: number; readonly item: number; readonly bank: number }

const bytesOf = sql<number>`cast(coalesce(sum(a.stored_bytes), 0) as bigint)`

/**
 * Returns the bytes of the fullest bank of a chest; those of the chest if it has none.
 * @param except leaves out the banks of this chest
 */
export async function bankBytes(tx: Kysely<Tables>, chestId: number, except = 0): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select ${bytesOf} as bytes from attachments a where a.chest_id = ${chestId} and a.discard_at is null
    union all
    select ${bytesOf} as bytes from bank_chests mine
      join bank_chests l on l.bank_id = mine.bank_id
      join attachments a on a.chest_id = l.chest_id
     where mine.chest_id = ${chestId} and a.discard_at is null
       and mine.bank_id not in (select other.bank_id from bank_chests other where other.chest_id = ${except})
     group by l.bank_id`.execute(tx)
  return Math.max(...rows.map(({ bytes }) => Number(bytes)))
}

/** The ids of the banks that a transaction has locked. */
export type LockedBanks = readonly number[]

const bankIdsOf = async (tx: Kysely<Tables>, chestId: number): Promise<number[]> => {
  const links = await tx.selectFrom('bank_chests').select('bank_id').where('chest_id', '=', chestId).execute()
  return links.map((link) => link.bank_id)
}

/**
 * Locks the banks of a chest, so that two files that arrive together in two of their chests are counted one after the
 * other. Call it before the chest's revision is raised: banks are locked before chests.
 * @returns what `requireLocked` compares
 */
export const lockBanksOf = async (tx: Transaction<Tables>, chestId: number): Promise<LockedBanks> =>
  lockRows(tx, 'banks', await bankIdsOf(tx, chestId))

/**
 * Checks that no bank of a chest counts without its lock: the chest may have joined one before its revision was raised.
 * From then on it joins no other until the transaction ends.
 *
 * @param locked by `lockBanksOf`; none if no file was expected
 * @throws Refusal SERVER_BUSY: a repeated call locks the other bank too
 */
export async function requireLocked(
  tx: Transaction<Tables>,
  chestId: number,
  locked: LockedBanks,
): Promise<void> {
  const banks = await bankIdsOf(tx, chestId)
  if (banks.some((id) => !locked.includes(id))) throw new Refusal('SERVER_BUSY', { retryAfterSeconds: 1 })
}

/**
 * Checks that a file fits in its item and in the banks of its chest. Removed files of the item count, and the oldest of
 * them give way.
 *
 * @param bytes as `storedBytesOf` counts them
 * @returns the removed attachments to destroy, so that it fits
 * @throws Refusal ATTACHMENT_QUOTA, TOO_MANY_ATTACHMENTS
 */
export async function roomFor(
  tx: Kysely<Tables>,
  { itemId, chestId }: { itemId: number; chestId: number },
  bytes: number,
  limits: AttachmentBytes,
): Promise<number[]> {
  const rows = await tx
    .selectFrom('attachments')
    .select(['id', 'stored_bytes', 'removed_at'])
    .where('item_id', '=', itemId)
    .where('discard_at', 'is', null)
    .orderBy('removed_at')
    .orderBy('id')
    .execute()
  const removed = rows.filter((row) => row.removed_at !== null)
  if (rows.length - removed.length >= attachmentLimits.perItem) throw new Refusal('TOO_MANY_ATTACHMENTS')
  const itemBytes = rows.reduce((sum, row) => sum + row.stored_bytes, 0)
  const excess = {
    item: itemBytes + bytes - limits.item,
    bank: (await bankBytes(tx, chestId)) + bytes - limits.bank,
  }
  let lacking = Math.max(excess.item, excess.bank)
  const givingWay: number[] = []
  for (const row of removed) {
    if (lacking <= 0) break
    givingWay.push(row.id)
    lacking -= row.stored_bytes
  }
  if (lacking <= 0) return givingWay
  throw noRoom(excess.item >= excess.bank ? 'item' : 'bank', limits)
}

/**
 * Checks that files fit in the banks of their chest, those that are counted already included. Call it after `requireLocked`.
 * @param bytes of all of them, as `storedBytesOf` counts
 * @param from the chest that they leave: banks that both have hold them already
 * @throws Refusal ATTACHMENT_QUOTA
 */
export async function requireBankRoom(
  tx: Kysely<Tables>,
  chestId: number,
  bytes: number,
  limits: AttachmentBytes,
  from?: number,
): Promise<void> {
  if ((await bankBytes(tx, chestId, from)) + bytes > limits.bank) throw noRoom('bank', limits)
}

const noRoom = (full: 'item' | 'bank', limits: AttachmentBytes): Refusal =>
  new Refusal('ATTACHMENT_QUOTA', {
    details: { full, maximum: limits[full] },
    sentence: attachmentRefusals.full[full](limits[full]),
  })

/**
 * Checks that the files of copied or moved items fit in the banks of a chest.
 *
 * @param bytes those of the files of each item, as `storedBytesOf` counts them
 * @param from the chest that they leave: banks that both have hold them already, and so do the items
 * @throws Refusal ATTACHMENT_QUOTA
 */
export async function requireRoom(
  tx: Kysely<Tables>,
  chestId: number,
  bytes: readonly number[],
  limits: AttachmentBytes,
  from?: number,
): Promise<void> {
  const total = bytes.reduce((sum, one) => sum + one, 0)
  if (total === 0) return
  if (from === undefined && Math.max(...bytes) > limits.item) throw noRoom('item', limits)
  await requireBankRoom(tx, chestId, total, limits, from)
}
