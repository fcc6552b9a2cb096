import type { mailCodes } from '#contract/identity/mail-codes.ts'
import { signInLimits } from '#domain/platform/limits.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { signInTexts } from '#texts/identity/sign-in.ts'
import { changeUser } from '#server/access/account-rows.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Handlers } from '#server/access/handler.ts'
import type { Throttle } from '#server/platform/http/throttle.ts'
import type { RequestOrigin } from '#server/platform/journal/journal.ts'
import { sendAwaited } from '#server/platform/mail/send-now.ts'
import {
  completeSignIn,
  type SecondFactorDeps,
  type SecondFactorCheck,
} from '#server/identity/authentication/session-opening.ts'
import type { StepProof } from '#server/identity/authentication/recognised.ts'
import { factorRowOf, isToEnrol, mayUseMailCode } from '#server/identity/authentication/methods.ts'
import { refuseDuringBlock, requireStep, stepRefused } from '#server/identity/authentication/verdict.ts'
import { endOtherEnrolments } from '#server/identity/authentication/second-factor.ts'
import { consumeMailCode, queueMailCode } from './mail-code.ts'
import { prolongStep } from '#server/access/steps.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'

type MailCodeDeps = SecondFactorDeps & Pick<IdentityDeps, 'config'>

export const mailCodeHandlers = (deps: MailCodeDeps, throttle: Throttle): Handlers<typeof mailCodes> => ({
  send: async ({ body, origin, cookies }) => {
    const binding = cookies.get('pre')
    const jwt = await sendMailCode(deps, { jwt: body.jwt, binding }, origin)
    if (binding !== undefined) cookies.set('pre', binding, signInLimits.mailCodeMs / 1000)
    return { message: signInTexts.codeSent, jwt, resendSeconds: signInLimits.mailCodeResendMs / 1000 }
  },

  verify: (request) =>
    completeSignIn(deps, throttle, request, mailCodeCheck(deps, request.body.token, request.origin)),
})

/**
 * Sends a code to the account of a pending sign-in, which then expires together with the code.
 * @returns the token to continue with
 * @throws Refusal TOO_MANY_TRIES before its time; MAIL_WAS_NOT_SEND, the wait for the next one running all
 * the same
 */
async function sendMailCode(deps: MailCodeDeps, proof: StepProof, origin: RequestOrigin): Promise<string> {
  const { db, keys, clock, journal, config, outbox } = deps
  const now = clock()
  const { keyring } = keys
  const step = await requireStep(deps, proof)
  const { userId, jti, login } = step
  const { mail, jwt } = await db.transaction().execute(async (tx) => {
    // Of two concurrent calls, perhaps on two nodes, the second is refused as too soon.
    await lockRows(tx, 'users', [userId])
    const user = await factorRowOf(tx, userId)
    refuseDuringBlock(user.blocked_until, now)
    if (!mayUseMailCode(user, config.mailCode)) throw new Refusal('SECOND_FACTOR_REFUSED')
    const id = await queueMailCode(tx, deps, user, { userId, jti, now })
    const longer = await prolongStep(tx, keyring, step, { now, lifetime: signInLimits.mailCodeMs })
    if (longer === null) throw stepRefused(keyring, proof.jwt).refusal
    await journal.record(tx, { id: userId, login }, origin, { action: 'second-factor.mailed' })
    return { mail: id, jwt: longer }
  })
  await sendAwaited(outbox, mail)
  return jwt
}

/** Verifies a code. The first right one of an account without a second factor enrols mail. */
const mailCodeCheck = (
  { config, keys, outbox }: MailCodeDeps,
  code: string,
  origin: RequestOrigin,
): SecondFactorCheck => ({
  step: 'mail',
  take: async (tx, { userId, jti }, now) => {
    const user = await factorRowOf(tx, userId)
    if (!mayUseMailCode(user, config.mailCode)) return 'wrong'
    const taken = await consumeMailCode(tx, keys.keyring, { userId, jti, code, now })
    // The transaction counts nothing then.
    if (taken === 'outlived') throw new Refusal('STEP_OVER')
    if (taken === 'wrong') return 'wrong'
    if (!isToEnrol(user)) return []
    await changeUser(tx, userId, { second_factor: 'mail' }, now)
    await endOtherEnrolments(tx, outbox, { userId, jti }, { change: 'mailEnrolled', origin, now })
    return [{ action: 'second-factor.enrolled', objects: { kind: 'mail' } }]
  },
})
