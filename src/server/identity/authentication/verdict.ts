import type { Transaction } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import type { Keyring } from '#server/platform/crypto/keyring.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Journal, JournalActor, RequestOrigin } from '#server/platform/journal/journal.ts'
import type { Attempt } from './lockout.ts'
import { consumeStepsOf, isStepToken } from '#server/access/steps.ts'

/**
 * A refused step. Returned and not thrown, since its transaction holds the count of the failure and must
 * commit.
 */
export type Refused = { readonly refusal: Refusal }

/** The steps of sign-in, as the journal names them. */
export type StepName = 'password' | 'code' | 'mail' | 'recovery' | 'passkey' | 'proof' | 'sso'

/** The one reply to every wrong guess, whatever was wrong. */
export const signInFailed = (): Refused => ({ refusal: new Refusal('SIGN_IN_FAILED') })

/**
 * The one reply to every token of a sign-in that cannot continue: expired, used, of another tab or browser,
 * of a disabled account. The holder of a token signed here learns that much, but not which. A forged token is
 * a wrong guess.
 */
export const stepRefused = (keyring: Keyring, jwt: string): Refused =>
  isStepToken(keyring, jwt) ? { refusal: new Refusal('STEP_OVER') } : signInFailed()

/** The same reply for existing and unknown logins, so that it reveals none. @param until in milliseconds */
export const accountBlocked = (until: number): Refused => ({
  refusal: new Refusal('ACCOUNT_BLOCKED', { details: { until: new Date(until).toISOString() } }),
})

type Notes = {
  readonly journal: Journal
  readonly origin: RequestOrigin
  /** Null for an unknown login: what was typed may be a password, so it is written nowhere. */
  readonly who: JournalActor
  readonly step: StepName
}

/** Records a try during a block. */
export async function refuseBlocked(
  tx: Transaction<Tables>,
  { journal, origin, who, step }: Notes,
  until: number,
): Promise<Refused> {
  await journal.record(tx, who, origin, {
    action: 'sign-in.refused',
    outcome: 'refused',
    objects: { step, reason: 'blocked' },
  })
  return accountBlocked(until)
}

/** Records a wrong guess. Beyond the limit it also records the block, and ends the pending sign-ins. */
export async function refuseWrong(
  tx: Transaction<Tables>,
  { journal, origin, who, step }: Notes,
  { subject, blocksUntil }: Attempt,
  now: number,
): Promise<Refused> {
  const event = { outcome: 'refused', objects: { step } } as const
  await journal.record(tx, who, origin, { action: 'sign-in.failed', ...event })
  if (blocksUntil === null) return signInFailed()
  await journal.record(tx, who, origin, { action: 'sign-in.blocked', ...event })
  if (subject.kind === 'account') await consumeStepsOf(tx, subject.id, now)
  return accountBlocked(blocksUntil)
}
