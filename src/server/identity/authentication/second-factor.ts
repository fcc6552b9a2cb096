import type { Selectable, Transaction } from 'kysely'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { signIn } from '#contract/identity/sign-in.ts'
import type { AccountChange } from '#texts/platform/mails.ts'
import { changeUser } from '#server/access/account-rows.ts'
import type { Actor } from '#server/access/session.ts'
import { asSealed } from '#server/platform/crypto/envelope.ts'
import type { Keyring } from '#server/platform/crypto/keyring.ts'
import { markOf, ownerOf } from '#server/access/proved-changes.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { RequestOrigin } from '#server/platform/journal/journal.ts'
import { tellAccountChange } from '#server/platform/mail/account-notice.ts'
import { endMailCode } from '#server/identity/mail-codes/mail-code.ts'
import { factorRowOf, isToEnrol, methodsOf } from './methods.ts'
import { enrolmentInSession, enrolmentInStep, pendingOrDrawn, readPending } from './pending-factor.ts'
import type { SecondFactorCheck, SecondFactorDeps } from './session-opening.ts'
import type { StepProof } from './recognised.ts'
import { consumeStepsOf, type Step } from '#server/access/steps.ts'
import { enrolmentOf, unsealTotp, sealTotp, stepOfCode } from './totp.ts'
import { otherMethodsOf } from '#server/identity/sign-in/other-factors.ts'
import { refuseDuringBlock, requireStep } from './verdict.ts'
import { sealingKeys } from '#server/platform/root-keys/sealing-keys.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import type { Outbox } from '#server/platform/mail/outbox.ts'

/** The used steps that an account keeps: more than the window has, whatever was used while the clock was wrong. */
const keptSteps = 16
const usedSteps = (stored: string): number[] => JSON.parse(stored)

/** A code that a caller gives, and when. */
type Guess = { readonly userId: number; readonly code: string; readonly now: number }

/**
 * Returns the secret to enrol, until an authenticator is confirmed. It belongs to this sign-in: a mistyped
 * code requires no second scan, and another person who knows the password gets another secret.
 */
export async function revealEnrolment(
  deps: SecondFactorDeps & Pick<IdentityDeps, 'config'>,
  proof: StepProof,
  origin: RequestOrigin,
): Promise<ReplyOf<typeof signIn.secondFactorSecret>> {
  const { db, keys, clock, randomBytes, journal, config } = deps
  const step = await requireStep(deps, proof)
  if (step.isProven) return { qrScanned: true, secret: null, qrCode: null, methods: ['sso'] }
  const { pending, methods } = await db.transaction().execute(async (tx) => {
    const user = await factorRowOf(tx, step.userId)
    refuseDuringBlock(user.blocked_until, clock())
    const ways = methodsOf(user, config.mailCode)
    if (!isToEnrol(user)) return { pending: null, methods: ways }
    const who = { id: step.userId, login: step.login }
    await journal.record(tx, who, origin, { action: 'second-factor.shown' })
    const secret = await pendingOrDrawn(tx, keys.keyring, enrolmentInStep(step), randomBytes)
    return { pending: secret, methods: ways }
  })
  if (pending === null) {
    const others = await otherMethodsOf(db, config, step.userId)
    return { qrScanned: true, secret: null, qrCode: null, methods: [...methods, ...others] }
  }
  return { qrScanned: false, ...(await enrolmentOf(pending, step.login)), methods }
}

/** Verifies an authenticator code at sign-in. The first right one enrols the authenticator. */
export const codeCheck = (
  { keys, outbox }: SecondFactorDeps,
  code: string,
  origin: RequestOrigin,
): SecondFactorCheck => ({
  step: 'code',
  take: async (tx, step, now) => {
    const { keyring } = keys
    const user = await factorRowOf(tx, step.userId)
    const guess = { userId: step.userId, code, now }
    if (user.totp_secret !== null) return (await consumeTotpCode(tx, keyring, user, guess)) ? [] : 'wrong'
    const secret = isToEnrol(user) ? await readPending(tx, keyring, enrolmentInStep(step)) : null
    if (secret === null || !(await putInForce(tx, keyring, secret, guess))) return 'wrong'
    await endOtherEnrolments(tx, outbox, step, { change: 'authenticatorEnrolled', origin, now })
    return [{ action: 'second-factor.enrolled' }]
  },
})
/**
 * Ends the other pending sign-ins and shown secrets of an account that has enrolled, and notifies its owner.
 */
export async function endOtherEnrolments(
  tx: Transaction<Tables>,
  outbox: Outbox,
  { userId, jti }: Pick<Step, 'userId' | 'jti'>,
  { change, origin, now }: { change: AccountChange; origin: RequestOrigin; now: number },
): Promise<void> {
  await consumeStepsOf(tx, userId, now, { except: jti })
  await tx.updateTable('sessions').set({ totp_pending: null }).where('user_id', '=', userId).execute()
  await tellAccountChange(tx, outbox, userId, change, { origin, at: now })
}

/** Accepts a code of the confirmed authenticator, once. Enrols nothing. The caller holds the account's row. */
export async function consumeTotpCode(
  tx: Transaction<Tables>,
  keyring: Keyring,
  user: Pick<Selectable<Tables['users']>, 'totp_secret' | 'totp_mark' | 'last_step' | 'used_steps'>,
  { userId, code, now }: Guess,
): Promise<boolean> {
  if (user.totp_secret === null) return false
  const owner = await ownerOf(tx, userId, user.totp_mark)
  if (!owner) return false
  const secret = unsealTotp(keyring, owner, asSealed(user.totp_secret))
  const lastStep = stepOfCode(secret, code, now, user.last_step)
  // `last_step` falls back when a clock that was ahead, or is behind, is set; what was used does not.
  const used = usedSteps(user.used_steps)
  if (lastStep === null || used.includes(lastStep)) return false
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ last_step: lastStep, used_steps: JSON.stringify([...used, lastStep].slice(-keptSteps)) })
    .where('id', '=', userId)
    .where('last_step', '<', lastStep)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Makes a secret the confirmed one if the code is one of its own. The caller holds the account's row. */
async function putInForce(
  tx: Transaction<Tables>,
  keyring: Keyring,
  secret: Uint8Array,
  { userId, code, now }: Guess,
): Promise<boolean> {
  // A new secret: the used codes of a former one do not matter.
  const lastStep = stepOfCode(secret, code, now, 0)
  if (lastStep === null) return false
  const mark = await markOf(tx, 'users', userId)
  const changes = {
    last_step: lastStep,
    used_steps: JSON.stringify([lastStep]),
    totp_secret: sealTotp(await sealingKeys(tx, keyring), { id: userId, mark }, secret),
    totp_mark: mark,
    qr_scanned: 1,
    second_factor: 'totp',
  } as const
  await changeUser(tx, userId, changes, now)
  return true
}

/** Replaces the authenticator by the one generated for this session, if the code is one of its own. */
export async function confirmReplacement(
  tx: Transaction<Tables>,
  keyring: Keyring,
  actor: Pick<Actor, 'id' | 'sessionId'>,
  { code, now }: Pick<Guess, 'code' | 'now'>,
): Promise<boolean> {
  const secret = await readPending(tx, keyring, enrolmentInSession(actor))
  if (secret === null) return false
  if (!(await putInForce(tx, keyring, secret, { userId: actor.id, code, now }))) return false
  await endMailCode(tx, actor.id)
  return true
}
