import type { Transaction } from 'kysely'
import type { DirectoryReason } from '#domain/identity/directory-refusals.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import type { Keyring } from '#server/platform/crypto/keyring.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Journal, JournalActor, RequestOrigin } from '#server/platform/journal/journal.ts'
import { blockedAt, type Attempt } from './lockout.ts'
import type { StepProof } from './recognised.ts'
import { consumeStepsOf, isStepToken, readStep, type Step } from '#server/access/steps.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'

/** A refused step. Returned, not thrown: its transaction holds the count of the failure and must commit. */
export type Refused = { readonly refusal: Refusal }

/** The steps of sign-in, as the journal names them. */
export type StepName = 'password' | 'code' | 'mail' | 'recovery' | 'passkey' | 'proof' | 'sso'

/** The one reply to every wrong guess, whatever was wrong. */
export const signInFailed = (): Refused => ({ refusal: new Refusal('SIGN_IN_FAILED') })

/**
 * The one reply to every token of a sign-in that cannot continue. The holder of a token signed here learns
 * that much, but not why. A forged token is a wrong guess.
 */
export const stepRefused = (keyring: Keyring, jwt: string): Refused =>
  isStepToken(keyring, jwt) ? { refusal: new Refusal('STEP_OVER') } : signInFailed()

/** Returns the pending sign-in of a token in its browser. @throws Refusal STEP_OVER, SIGN_IN_FAILED */
export async function requireStep(
  { db, keys, clock }: Pick<PlatformDeps, 'db' | 'keys' | 'clock'>,
  proof: StepProof,
): Promise<Step> {
  const step = await readStep(db, keys.keyring, { ...proof, now: clock() })
  if (!step) throw stepRefused(keys.keyring, proof.jwt).refusal
  return step
}

/** The same reply for existing and unknown logins, so that it reveals none. @param until in milliseconds */
const accountBlocked = (until: number): Refused => ({
  refusal: new Refusal('ACCOUNT_BLOCKED', { details: { until: new Date(until).toISOString() } }),
})

/** Refuses a step of a blocked account. @throws Refusal ACCOUNT_BLOCKED */
export function refuseDuringBlock(blockedUntil: number | null, now: number): void {
  const until = blockedAt(blockedUntil, now)
  if (until !== null) throw accountBlocked(until).refusal
}

type Notes = {
  readonly journal: Journal
  readonly origin: RequestOrigin
  /** Null for an unknown login: what was typed may be a password, so it is written nowhere. */
  readonly who: JournalActor
  readonly step: StepName
  /** Why the directory refused the account; nothing of it is in the reply. */
  readonly directoryCode?: DirectoryReason
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
  { journal, origin, who, step, directoryCode }: Notes,
  { subject, blocksUntil }: Attempt,
  now: number,
): Promise<Refused> {
  const event = { outcome: 'refused', objects: { step } } as const
  const failed = { ...event, objects: { step, ...(directoryCode && { directoryCode }) } }
  await journal.record(tx, who, origin, { action: 'sign-in.failed', ...failed })
  if (blocksUntil === null) return signInFailed()
  await journal.record(tx, who, origin, { action: 'sign-in.blocked', ...event })
  if (subject.kind === 'account') await consumeStepsOf(tx, subject.id, now)
  return accountBlocked(blocksUntil)
}
