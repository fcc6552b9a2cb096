import { sql } from 'kysely'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { users } from '#contract/office/users.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { resetTexts } from '#texts/identity/passwords.ts'
import { callerNow } from '#server/access/members.ts'
import { isVisible, reachOf, requireManaged } from '#server/access/scope.ts'
import type { Actor, By } from '#server/access/session.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import {
  decideFactorReset,
  resetSecondFactor,
  waitingFactorResets,
} from '#server/identity/resets/factor-resets.ts'
import { officeCaller, type UserDeps } from './create.ts'

/** The resets awaiting an administrator's approval, of users in the caller's scope; oldest first. */
export async function factorResets(
  { db, clock }: UserDeps,
  actor: Actor,
): Promise<ReplyOf<typeof users.factorResets>> {
  const caller = await callerNow(db, actor)
  const rows = await waitingFactorResets(db, clock())
    .select(['u.id', 'u.login', 'u.first_name', 'u.last_name', 'r.created_at', 'r.expires_at'])
    .where(isVisible('user', caller, sql.ref('u.id'), sql.ref('u.created_by')))
    .execute()
  return Promise.all(
    rows.map(async (row) => ({
      user: { id: row.id, login: row.login, firstName: row.first_name, lastName: row.last_name },
      askedAt: new Date(row.created_at).toISOString(),
      expiresAt: new Date(row.expires_at).toISOString(),
      manageable: (await reachOf(db, actor.id, 'user', row.id)) === 'managed',
    })),
  )
}

/**
 * Approves or refuses the reset of a user's second factor.
 * @throws Refusal REQUEST_OVER also for the later of two concurrent decisions
 */
export async function decideReset(
  { db, clock, journal, outbox }: UserDeps,
  { actor, origin }: By,
  id: number,
  decision: 'approve' | 'refuse',
): Promise<{ message: string }> {
  const isApproved = decision === 'approve'
  await db.transaction().execute(async (tx) => {
    await lockRows(tx, 'users', [actor.id, id])
    await requireManaged(tx, actor, 'user', id)
    await officeCaller(tx, actor)
    const now = clock()
    if (!(await decideFactorReset(tx, id, now))) throw new Refusal('REQUEST_OVER')
    if (isApproved) await resetSecondFactor(tx, id, now)
    const user = await tx
      .selectFrom('users')
      .select(['email', 'login', 'first_name as firstName'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { email: to, ...values } = user
    await outbox.add(tx, { to, template: isApproved ? 'secondFactorReset' : 'secondFactorKept', values })
    await journal.record(tx, actor, origin, {
      action: isApproved ? 'user.second-factor-reset' : 'user.second-factor-kept',
      objects: { user: id },
    })
  })
  outbox.wake()
  return { message: isApproved ? resetTexts.approved : resetTexts.refused }
}
