import { userStates } from '#domain/platform/roles.ts'
import type { Insertable, Kysely, Transaction } from 'kysely'
import { notaLimits } from '#domain/platform/limits.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { newToken } from '#server/platform/crypto/token.ts'
import type { RandomBytes } from '#server/platform/sources.ts'

/** 128 bits: links cannot be guessed, so nobody can destroy a message by wrong proofs without its link. */
const linkBytes = 16

/**
 * Locks the user until the transaction ends, and refuses a message beyond the limit of unread ones.
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

export type NewNota = Omit<Insertable<Tables['notas']>, 'link_id'>

/** Inserts a sealed message. @returns its id for the journal, and the id in its link */
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

/**
 * Returns when a message expires, and its sender; undefined if it does not exist, was read or has expired.
 */
export const findWaiting = (db: Kysely<Tables>, { linkId, now }: Waiting) =>
  db
    .selectFrom('notas as n')
    // The name of a closed account is not shown.
    .leftJoin('users as u', (join) =>
      join
        .onRef('u.id', '=', 'n.created_by')
        .on('u.deleted_at', 'is', null)
        .on('u.state_id', '=', userStates.active),
    )
    .select(['n.expires_at as expiresAt', 'n.shows_name as showsName'])
    .select(['u.first_name as firstName', 'u.last_name as lastName'])
    .where('n.link_id', '=', linkId)
    .where('n.expires_at', '>', now)
    .executeTakeFirst()

/** Reads and deletes a message in one statement, so that one of two concurrent requests receives it. */
export const takeNota = (tx: Kysely<Tables>, { linkId, now }: Waiting, proofHash: Uint8Array) =>
  tx
    .deleteFrom('notas')
    .where('link_id', '=', linkId)
    .where('proof_hash', '=', proofHash)
    .where('expires_at', '>', now)
    .returning(['id', 'chest_id as chestId', 'sealed'])
    .executeTakeFirst()

/**
 * Counts a wrong proof; the last one allowed destroys the message.
 * @returns undefined if there is no unread message
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

/** Deletes the messages that expired unread. */
export async function deleteExpiredNotas(tx: Kysely<Tables>, now: number): Promise<void> {
  await tx.deleteFrom('notas').where('expires_at', '<=', now).execute()
}
