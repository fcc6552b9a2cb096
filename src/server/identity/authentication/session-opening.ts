import type { Transaction } from 'kysely'
import { deviceLimits, sessionLimits } from '#domain/platform/limits.ts'
import { countOfDay } from '#server/platform/journal/daily-counts.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { JournalEvent, RequestOrigin } from '#server/platform/journal/journal.ts'
import type { Cookies } from '#server/platform/http/cookies.ts'
import type { Throttle } from '#server/platform/http/throttle.ts'
import { rememberDevice } from '#server/access/known-devices.ts'
import { endFactorResets } from '#server/identity/resets/factor-resets.ts'
import { beginAttempt, giveBack } from './lockout.ts'
import { stepOf, type StepProof } from './recognised.ts'
import { deleteExpired, endSession, openSession } from './live-sessions.ts'
import { consumeStep, readStep, type Step } from '#server/access/steps.ts'
import { refuseBlocked, refuseWrong, stepRefused, type Refused, type StepName } from './verdict.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'

/** Where the browser goes once it is signed in. */
const afterSignIn = '/routes/explorer'

export type SecondFactorDeps = Pick<PlatformDeps, 'db' | 'keys' | 'clock' | 'randomBytes' | 'journal'>

/** With what the browser had before: a session and a mark that are followed by new ones. */
export type SecondFactorProof = StepProof & {
  readonly oldSession: string | undefined
  readonly oldDevice: string | undefined
}

/** The values of the cookies that a sign-in gives. */
export type Opened = { readonly session: string; readonly device: string }

export type SecondFactorJudge = {
  /** As the journal names it. */
  readonly step: StepName
  /**
   * Takes what was given, atomically: the same may not be taken twice.
   * @returns what the journal should say of it beside the sign-in
   */
  readonly take: (
    tx: Transaction<Tables>,
    step: Step,
    now: number,
  ) => Promise<'wrong' | readonly JournalEvent[]>
}

/**
 * Judges a second factor and opens the session. The try is counted, judged and taken back in one transaction that
 * holds the account's row, so neither a code nor a token nor a count can be used by two at once.
 */
export async function proveSecondFactor(
  { db, keys, clock, randomBytes, journal }: SecondFactorDeps,
  { oldSession, oldDevice, ...proof }: SecondFactorProof,
  origin: RequestOrigin,
  judge: SecondFactorJudge,
): Promise<Opened | Refused> {
  const now = clock()
  const step = await readStep(db, keys.keyring, { ...proof, now })
  if (!step) return stepRefused(keys.keyring, proof.jwt)
  const who = { id: step.userId, login: step.login }
  const notes = { journal, origin, who, step: judge.step } as const

  return db.transaction().execute(async (tx) => {
    const attempt = await beginAttempt(tx, { kind: 'account', id: step.userId }, now)
    if ('blockedUntil' in attempt) return refuseBlocked(tx, notes, attempt.blockedUntil)
    const taken = await judge.take(tx, step, now)
    if (taken === 'wrong') return refuseWrong(tx, notes, attempt, now)
    if (!(await consumeStep(tx, step.jti, now))) {
      await giveBack(tx, attempt)
      return stepRefused(keys.keyring, proof.jwt)
    }
    await forgetFailures(tx, step.userId)
    // Who has a second factor needs no other: a request to drop it was somebody else's, or is moot.
    await endFactorResets(tx, step.userId, now)
    // Always a new session, and the browser's former one ends: an id known before signing in is worth nothing.
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
 * A second step by a browser: counted for the sign-in that it goes on with, which no tries of others hold up. Who is let
 * in gets their cookies.
 * @param prove judges what was given
 * @throws Refusal TOO_MANY_TRIES, and whatever `prove` refuses
 */
export async function enterBy(
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

/** Opens the session of a sign-in whose second factor the single sign-on's provider has judged. */
export const proveProvenStep = (
  deps: SecondFactorDeps,
  proof: SecondFactorProof,
  origin: RequestOrigin,
): Promise<Opened | Refused> =>
  proveSecondFactor(deps, proof, origin, {
    step: 'sso',
    take: async (_tx, step) => (step.isProven ? [] : 'wrong'),
  })

/** Both factors were right: the lockout begins anew. */
const forgetFailures = (tx: Transaction<Tables>, userId: number): Promise<unknown> =>
  tx
    .updateTable('users')
    .set({ failures: 0, blocks: 0, blocked_until: null })
    .where('id', '=', userId)
    .execute()
