import type { Transaction } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import type { Keyring } from '#server/platform/crypto/keyring.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Journal, JournalActor, RequestOrigin } from '#server/platform/journal/journal.ts'
import type { Attempt } from './lockout.ts'
import { consumeStepsOf, isStepToken } from '#server/access/steps.ts'

/** A step that was refused. Returned, not thrown: its transaction holds the count of the failure and must stay. */
export type Refused = { readonly refusal: Refusal }

/** The steps of signing in, as the journal names them. */
export type StepName = 'password' | 'code' | 'mail' | 'recovery' | 'passkey' | 'proof' | 'sso'

/** The one answer to every wrong guess, whatever was wrong. */
export const signInFailed = (): Refused => ({ refusal: new Refusal('SIGN_IN_FAILED') })

/**
 * The one answer to every token of a sign-in that cannot go on: past its time, used, of another tab or browser, of an
 * account that was shut. Who holds what was signed here is told that much and not which; a forged one is a wrong guess.
 */
export const stepRefused = (keyring: Keyring, jwt: string): Refused =>
  isStepToken(keyring, jwt) ? { refusal: new Refusal('STEP_OVER') } : signInFailed()

/** Told of logins that exist and of others alike, so it reveals none. @param until in milliseconds */
export const accountBlocked = (until: number): Refused => ({
  refusal: new Refusal('ACCOUNT_BLOCKED', { details: { until: new Date(until).toISOString() } }),
})

type Notes = {
  readonly journal: Journal
  readonly origin: RequestOrigin
  /** Null for a login that nobody has: what was typed may be a password, so it is written nowhere. */
  readonly who: JournalActor
  readonly step: StepName
}

/** Notes a try under a block. */
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

/** Notes a wrong guess, and the block when it was one too many: sign-ins half done end with it. */
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
