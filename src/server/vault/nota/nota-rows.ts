import type { Insertable, Kysely, Transaction } from 'kysely'
import { notaLimits } from '#domain/platform/limits.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import type { NotasTable } from '#server/platform/database/chest-tables.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { newToken } from '#server/platform/crypto/token.ts'
import type { RandomBytes } from '#server/platform/sources.ts'

/** 128 bits: no guessing, and so nobody destroys by wrong proofs what they have no link to. */
const linkBytes = 16

/**
 * Makes other messages of the same person wait until the transaction ends, and refuses one more than may wait.
 * @throws Refusal TOO_MANY_NOTAS
 */
export async function requireRoom(tx: Transaction<Tables>, userId: number, now: number): Promise<void> {
  await lockRows(tx, 'users', [userId])
  const { waiting } = await tx
    .selectFrom('notas')
    .select((count) => count.fn.countAll<number | string>().as('waiting'))
    .where('created_by', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  if (Number(waiting) >= notaLimits.waiting) throw new Refusal('TOO_MANY_NOTAS')
}

export type NewNota = Omit<Insertable<NotasTable>, 'link_id'>

/** Keeps a sealed message. @returns its number in the journal, and what its link says of it */
export async function insertNota(
  tx: Kysely<Tables>,
  nota: NewNota,
  random: RandomBytes,
): Promise<{ id: number; linkId: string }> {
  const linkId = newToken(random, linkBytes).reveal()
  const { id } = await tx
    .insertInto('notas')
    .values({ ...nota, link_id: linkId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, linkId }
}

type Waiting = { readonly linkId: string; readonly now: number }

/** Until when a message waits; undefined where there is none, or none any more. */
export const expiryOf = (db: Kysely<Tables>, { linkId, now }: Waiting) =>
  db
    .selectFrom('notas')
    .select('expires_at as at')
    .where('link_id', '=', linkId)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Reads and destroys a message in one statement: of two that come at once, one is given it. */
export const takeNota = (tx: Kysely<Tables>, { linkId, now }: Waiting, proofHash: Uint8Array) =>
  tx
    .deleteFrom('notas')
    .where('link_id', '=', linkId)
    .where('proof_hash', '=', proofHash)
    .where('expires_at', '>', now)
    .returning(['id', 'chest_id as chestId', 'sealed'])
    .executeTakeFirst()

/**
 * Counts a wrong proof, the last of which destroys the message.
 * @returns undefined where no message waits
 */
export async function countWrongProof(tx: Kysely<Tables>, { linkId, now }: Waiting) {
  const tried = await tx
    .updateTable('notas')
    .set((to) => ({ tries: to('tries', '+', 1) }))
    .where('link_id', '=', linkId)
    .where('expires_at', '>', now)
    .returning(['id', 'chest_id as chestId', 'tries'])
    .executeTakeFirst()
  if (!tried) return undefined
  const isDestroyed = tried.tries >= notaLimits.tries
  if (isDestroyed) await tx.deleteFrom('notas').where('id', '=', tried.id).execute()
  return { ...tried, isDestroyed }
}

/** Deletes the messages that nobody read in time. */
export async function deleteExpiredNotas(tx: Kysely<Tables>, now: number): Promise<void> {
  await tx.deleteFrom('notas').where('expires_at', '<=', now).execute()
}
