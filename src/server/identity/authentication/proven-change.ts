import type { Transaction } from 'kysely'
import type { AccountChange } from '#texts/platform/mails.ts'
import { requireFreshProof } from '#server/access/proof.ts'
import type { Actor, By } from '#server/access/session.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import type { Cookies } from '#server/platform/http/cookies.ts'
import type { JournalEvent } from '#server/platform/journal/journal.ts'
import { tellAccountChange } from '#server/platform/mail/account-notice.ts'
import { rotateSession } from './live-sessions.ts'

/** Changes the caller's own account, whose row is locked. @throws Refusal PROOF_REQUIRED, SESSION_EXPIRED */
export const underFreshProof = <Result>(
  { db, clock }: Pick<PlatformDeps, 'db' | 'clock'>,
  actor: Actor,
  change: (tx: Transaction<Tables>, now: number) => Promise<Result>,
): Promise<Result> =>
  db.transaction().execute(async (tx) => {
    await lockRows(tx, 'users', [actor.id])
    const now = clock()
    await requireFreshProof(tx, actor, now)
    return change(tx, now)
  })

/**
 * Changes what the caller signs in with. Their other sessions end, and a mail notifies them.
 * @param change returns the event to record
 */
export async function changeCredentials(
  deps: Pick<PlatformDeps, 'db' | 'clock' | 'journal' | 'outbox' | 'randomBytes'>,
  { actor, origin, cookies }: By & { readonly cookies: Cookies },
  notice: AccountChange,
  change: (tx: Transaction<Tables>, now: number) => Promise<JournalEvent>,
): Promise<void> {
  const { journal, outbox, randomBytes: random } = deps
  const session = await underFreshProof(deps, actor, async (tx, now) => {
    await journal.record(tx, actor, origin, await change(tx, now))
    await tellAccountChange(tx, outbox, actor.id, notice, { origin, at: now })
    return rotateSession(tx, { random, now, origin }, actor)
  })
  cookies.set('sid', session.cookie, session.lifetimeSeconds)
  outbox.wake()
}
