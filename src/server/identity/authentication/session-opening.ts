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
import { stepOf, type StepProof } from './recognised.ts'
import { deleteExpired, endSession, openSession } from './live-sessions.ts'
import { consumeStep, readStep, type Step } from '#server/access/steps.ts'
import { refuseBlocked, refuseWrong, stepRefused, type Refused, type StepName } from './verdict.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'

/** The page shown after sign-in. */
const afterSignIn = '/routes/explorer'

export type SecondFactorDeps = Pick<PlatformDeps, 'db' | 'keys' | 'clock' | 'randomBytes' | 'journal'>

/** The session and known-browser cookies that the browser had before; new ones replace them. */
export type SecondFactorProof = StepProof & {
  readonly oldSession: string | undefined
  readonly oldDevice: string | undefined
}

/** The values of the cookies that a sign-in sets. */
export type Opened = { readonly session: string; readonly device: string }

export type SecondFactorCheck = {
  /** The step's name in the journal. */
  readonly step: StepName
  /**
   * Uses up what was given, atomically: it is accepted once.
   * @returns the events to record beside the sign-in
   */
  readonly take: (
    tx: Transaction<Tables>,
    step: Step,
    now: number,
  ) => Promise<'wrong' | readonly JournalEvent[]>
}

/**
 * Verifies a second factor and opens the session. One transaction that holds the account's row counts the
 * try, verifies it and takes the count back. No code, token or count can therefore be used twice
 * concurrently.
 */
export async function proveSecondFactor(
  { db, keys, clock, randomBytes, journal }: SecondFactorDeps,
  { oldSession, oldDevice, ...proof }: SecondFactorProof,
  origin: RequestOrigin,
  check: SecondFactorCheck,
): Promise<Opened | Refused> {
  const now = clock()
  const step = await readStep(db, keys.keyring, { ...proof, now })
  if (!step) return stepRefused(keys.keyring, proof.jwt)
  const who = { id: step.userId, login: step.login }
  const notes = { journal, origin, who, step: check.step } as const

  return db.transaction().execute(async (tx) => {
    const attempt = await beginAttempt(tx, { kind: 'account', id: step.userId }, now)
    if ('blockedUntil' in attempt) return refuseBlocked(tx, notes, attempt.blockedUntil)
    const taken = await check.take(tx, step, now)
    if (taken === 'wrong') return refuseWrong(tx, notes, attempt, now)
    if (!(await consumeStep(tx, step.jti, now))) {
      await undoAttempt(tx, attempt)
      return stepRefused(keys.keyring, proof.jwt)
    }
    await forgetFailures(tx, step.userId)
    // An account with a working second factor needs no reset: the request was another person's, or is moot.
    await endFactorResets(tx, step.userId, now)
    // Session fixation: the session is always new, and the browser's former one ends.
    await endSession(tx, oldSession)
    const session = await openSession(tx, { random: randomBytes, now, origin }, step.userId)
    const former = { userId: step.userId, former: oldDevice }
    const device = await rememberDevice(tx, { random: randomBytes, now }, former)
    await countOfDay(tx, 'visit', step.userId, now)
    await deleteExpired(tx, now)
    const actor = { ...who, sessionId: session.id }
    for (const event of taken) await journal.record(tx, actor, origin, event)
    await journal.record(tx, actor, origin, { action: 'sign-in.done' })
    return { session: session.cookie, device }
  })
}

/**
 * Runs a second step of sign-in for a browser, and sets its cookies when it is accepted. The throttle counts
 * it for its own pending sign-in, so that tries of other callers do not delay it.
 * @param prove verifies what was given
 * @throws Refusal TOO_MANY_TRIES, and whatever `prove` refuses
 */
export async function completeSignIn(
  deps: Pick<PlatformDeps, 'db' | 'keys' | 'clock'>,
  throttle: Throttle,
  {
    jwt,
    origin,
    cookies,
  }: { readonly jwt: string; readonly origin: RequestOrigin; readonly cookies: Cookies },
  prove: (proof: SecondFactorProof) => Promise<Opened | Refused>,
): Promise<{ redirect: typeof afterSignIn }> {
  const proof = { jwt, binding: cookies.get('pre') }
  const ticket = await throttle.take(origin.ip, { as: await stepOf(deps, proof) })
  const opened = await prove({ ...proof, oldSession: cookies.get('sid'), oldDevice: cookies.get('device') })
  if ('refusal' in opened) throw opened.refusal
  await ticket.welcome()
  cookies.clear('pre')
  cookies.set('sid', opened.session, sessionLimits.maximumMs / 1000)
  cookies.set('device', opened.device, deviceLimits.knownMs / 1000)
  return { redirect: afterSignIn }
}

/** Opens the session of a sign-in whose second factor the single sign-on provider has verified. */
export const openProvenSession = (
  deps: SecondFactorDeps,
  proof: SecondFactorProof,
  origin: RequestOrigin,
): Promise<Opened | Refused> =>
  proveSecondFactor(deps, proof, origin, {
    step: 'sso',
    take: async (_tx, step) => (step.isProven ? [] : 'wrong'),
  })

/** Resets the lockout: both factors were right. */
const forgetFailures = (tx: Transaction<Tables>, userId: number): Promise<unknown> =>
  tx
    .updateTable('users')
    .set({ failures: 0, blocks: 0, blocked_until: null })
    .where('id', '=', userId)
    .execute()
