import type { Transaction } from 'kysely'
import { deviceLimits, sessionLimits } from '#domain/platform/limits.ts'
import { countOfDay } from '#server/platform/journal/daily-counts.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { JournalEvent, RequestOrigin } from '#server/platform/journal/journal.ts'
import type { Cookies } from '#server/platform/http/cookies.ts'
import type { Throttle } from '#server/platform/http/throttle.ts'
import { rememberDevice } from '#server/access/known-devices.ts'
import { endFactorResets } from '#server/identity/resets/factor-resets.ts'
import { beginAttempt, undoAttempt } from './lockout.ts'
import { stepOf } from './recognised.ts'
import { endSession, openSession } from './live-sessions.ts'
import { consumeStep, outlivedItsKey, type Step } from '#server/access/steps.ts'
import {
  refuseBlocked,
  refuseWrong,
  requireStep,
  stepRefused,
  type Refused,
  type StepName,
} from './verdict.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'

/** The page shown after sign-in. */
const afterSignIn = '/routes/explorer'

export type SecondFactorDeps = Pick<
  PlatformDeps,
  'db' | 'keys' | 'clock' | 'randomBytes' | 'journal' | 'outbox'
>

/** A call that completes a pending sign-in. */
export type SecondFactorRequest = {
  readonly body: { readonly jwt: string }
  readonly origin: RequestOrigin
  readonly cookies: Cookies
}

export type SecondFactorCheck = {
  /** The step's name in the journal. */
  readonly step: StepName
  /** Uses up what was given, once. @returns the events to record beside the sign-in */
  readonly take: (
    tx: Transaction<Tables>,
    step: Step,
    now: number,
  ) => Promise<'wrong' | readonly JournalEvent[]>
}

/**
 * Runs a second step of sign-in for a browser, and sets its cookies when it is accepted. The throttle counts
 * it for its own pending sign-in, so that tries of other callers do not delay it.
 */
export async function completeSignIn(
  deps: SecondFactorDeps,
  throttle: Throttle,
  request: SecondFactorRequest,
  check: SecondFactorCheck,
): Promise<{ redirect: typeof afterSignIn }> {
  const { body, origin, cookies } = request
  const proof = { jwt: body.jwt, binding: cookies.get('pre') }
  const ticket = await throttle.take(origin.ip, { as: await stepOf(deps, proof) })
  // A rotation of the root key ended this sign-in: its person is not counted for that.
  if (outlivedItsKey(deps.keys.keyring, body.jwt)) await ticket.forgive()
  const step = await requireStep(deps, proof)
  const opened = await deps.db.transaction().execute((tx) => openIfRight(tx, deps, request, step, check))
  if ('refusal' in opened) throw opened.refusal
  await ticket.welcome()
  cookies.clear('pre')
  cookies.set('sid', opened.session, sessionLimits.maximumMs / 1000)
  cookies.set('device', opened.device, deviceLimits.knownMs / 1000)
  deps.outbox.wake()
  return { redirect: afterSignIn }
}

/**
 * Verifies a second factor and opens the session. The transaction holds the account's row, so that no code,
 * token or count is used twice concurrently.
 */
async function openIfRight(
  tx: Transaction<Tables>,
  { keys, clock, randomBytes: random, journal }: SecondFactorDeps,
  { body, origin, cookies }: SecondFactorRequest,
  step: Step,
  check: SecondFactorCheck,
): Promise<{ session: string; device: string } | Refused> {
  const now = clock()
  const { userId, jti, login } = step
  const notes = { journal, origin, who: { id: userId, login }, step: check.step }
  const attempt = await beginAttempt(tx, { kind: 'account', id: userId }, now)
  if ('blockedUntil' in attempt) return refuseBlocked(tx, notes, attempt.blockedUntil)
  const taken = await check.take(tx, step, now)
  if (taken === 'wrong') return refuseWrong(tx, notes, attempt, now)
  if (!(await consumeStep(tx, jti, now))) {
    await undoAttempt(tx, attempt)
    return stepRefused(keys.keyring, body.jwt)
  }
  await recordSignIn(tx, userId, now)
  // An account with a working second factor needs no reset: the request was another person's, or is moot.
  await endFactorResets(tx, userId, now)
  // Session fixation: the session is always new, and the browser's former one ends.
  await endSession(tx, cookies.get('sid'))
  const session = await openSession(tx, { random, now, origin }, userId)
  const device = await rememberDevice(tx, { random, now }, { userId, former: cookies.get('device') })
  await countOfDay(tx, 'visit', userId, now)
  const actor = { id: userId, login, sessionId: session.id }
  for (const event of taken) await journal.record(tx, actor, origin, event)
  await journal.record(tx, actor, origin, { action: 'sign-in.done' })
  return { session: session.cookie, device }
}

/** Resets the lockout, since both factors were right, and keeps the time of the sign-in. */
const recordSignIn = (tx: Transaction<Tables>, userId: number, now: number): Promise<unknown> =>
  tx
    .updateTable('users')
    .set({ failures: 0, blocks: 0, blocked_until: null, last_sign_in_at: now })
    .where('id', '=', userId)
    .execute()
