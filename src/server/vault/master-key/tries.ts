import { withdrawSessions } from '#server/access/withdrawn.ts'
import { sql, type Transaction } from 'kysely'
import { unlockLimits } from '#domain/platform/limits.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import type { Actor } from '#server/access/session.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { RequestOrigin } from '#server/platform/journal/journal.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'

type TryDeps = Pick<PlatformDeps, 'db' | 'clock' | 'journal'>
type Trial = { actor: Actor; origin: RequestOrigin; chestId: number }

/** In milliseconds: no check of a key takes longer; an older pending try was left by a crash. */
const judgedWithinMs = 60_000

/**
 * Counts a try before it is checked, over all chests of the session, so that concurrent tries cannot pass the
 * limit.
 *
 * @returns which try it is, from 1 to `unlockLimits.tries`
 * @throws Refusal SESSION_EXPIRED, TOO_MANY_TRIES while the last tries are still being checked
 */
export async function countTry(deps: TryDeps, trial: Trial): Promise<number> {
  const { db, clock } = deps
  const { actor, chestId } = trial
  const number = await db.transaction().execute(async (tx) => {
    await lockSession(tx, actor.sessionId)
    const { rows } = await sql<{ tries: number | string | null; last: number | null }>`
      select sum(tries) as tries, max(tried_at) as last from master_key_tries
       where session_id = ${actor.sessionId}`.execute(tx)
    const tries = Number(rows[0]?.tries ?? 0)
    if (tries >= unlockLimits.tries) {
      const isUnderWay = clock() - Number(rows[0]?.last ?? 0) < judgedWithinMs
      if (isUnderWay) throw new Refusal('TOO_MANY_TRIES', { retryAfterSeconds: 2 })
      await endSession(tx, deps, trial)
      return null
    }
    const tried_at = clock()
    await tx
      .insertInto('master_key_tries')
      .values({ session_id: actor.sessionId, chest_id: chestId, tries: 1, tried_at })
      .onConflict((again) =>
        again
          .columns(['session_id', 'chest_id'])
          .doUpdateSet({ tries: sql`master_key_tries.tries + 1`, tried_at }),
      )
      .execute()
    return tries + 1
  })
  if (number === null) throw new Refusal('SESSION_EXPIRED')
  return number
}

/** Uncounts a try that could not be checked on this node, or whose right key could not be used. */
export async function uncountTry({ db }: TryDeps, { actor, chestId }: Trial): Promise<void> {
  await db
    .updateTable('master_key_tries')
    .set((column) => ({ tries: column('tries', '-', 1) }))
    .where('session_id', '=', actor.sessionId)
    .where('chest_id', '=', chestId)
    .where('tries', '>', 0)
    .execute()
}

/** Deletes the wrong tries for one chest after the right key; those for other chests still count. */
export async function resetTries(
  tx: Transaction<Tables>,
  { actor, chestId }: Pick<Trial, 'actor' | 'chestId'>,
): Promise<void> {
  await tx
    .deleteFrom('master_key_tries')
    .where('session_id', '=', actor.sessionId)
    .where('chest_id', '=', chestId)
    .execute()
}

/** Records a wrong try; the last one ends the session. @returns the refusal to throw */
export async function recordWrongTry(deps: TryDeps, trial: Trial, number: number): Promise<Refusal> {
  const { actor, origin, chestId } = trial
  const triesLeft = Math.max(0, unlockLimits.tries - number)
  await deps.db.transaction().execute(async (tx) => {
    await deps.journal.record(tx, actor, origin, {
      action: 'masterkey.wrong',
      outcome: 'refused',
      chest: chestId,
      objects: { triesLeft },
    })
    if (triesLeft === 0) await endSession(tx, deps, trial)
  })
  return triesLeft === 0
    ? new Refusal('SESSION_EXPIRED')
    : new Refusal('MASTER_KEY_WRONG', { details: { triesLeft } })
}

async function endSession(tx: Transaction<Tables>, { journal }: TryDeps, trial: Trial): Promise<void> {
  const { actor, origin, chestId } = trial
  // Its unlock rows and tries are deleted with it.
  await withdrawSessions(tx, { id: actor.sessionId })
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('id', '=', actor.sessionId)
    .executeTakeFirst()
  // Another call ended it meanwhile, and recorded that.
  if (numDeletedRows === 0n) return
  await journal.record(tx, actor, origin, {
    action: 'session.ended',
    outcome: 'refused',
    chest: chestId,
    objects: { reason: 'masterkey' },
  })
}

/**
 * Locks a session's row, so that other changes of its unlocks and tries wait until the transaction ends.
 * @throws Refusal SESSION_EXPIRED when the session has ended or is locked
 */
export async function lockSession(tx: Transaction<Tables>, sessionId: string): Promise<void> {
  await lockRows(tx, 'sessions', [sessionId], 'removal')
  const open = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('locked_at', 'is', null)
    .executeTakeFirst()
  if (!open) throw new Refusal('SESSION_EXPIRED')
}
