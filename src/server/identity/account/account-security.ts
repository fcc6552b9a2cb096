import type { accountSecurity } from '#contract/identity/account-security.ts'
import { accountLimits } from '#domain/platform/limits.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { accountServerTexts } from '#texts/identity/account.ts'
import { signInTexts } from '#texts/identity/sign-in.ts'
import { proofOf, requireFreshProof } from '#server/access/proof.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Handlers } from '#server/access/handler.ts'
import type { Throttle } from '#server/platform/http/throttle.ts'
import { tellAccountChange } from '#server/platform/mail/account-notice.ts'
import { requestAssertion } from '#server/identity/passkeys/assertion.ts'
import { relyingPartyOf } from '#server/identity/passkeys/relying-party.ts'
import { hashOrBusy } from '#server/identity/authentication/busy.ts'
import { sessionOf } from '#server/identity/authentication/recognised.ts'
import { rotateSession } from '#server/identity/authentication/session-rotation.ts'
import { enrolmentOf } from '#server/identity/authentication/totp.ts'
import { drawPending, enrolmentInSession } from '#server/identity/authentication/pending-factor.ts'
import { confirmReplacement } from '#server/identity/authentication/second-factor.ts'
import { isCurrentHash } from '#server/identity/authentication/candidate.ts'
import { checkAccountPassword } from '#server/identity/authentication/account.ts'
import { endFactorResets } from '#server/identity/resets/factor-resets.ts'
import { proveIdentity, proveOwnPassword } from './identity-proof.ts'
import type { ProofDeps } from './proof-deps.ts'
import type { By } from '#server/access/session.ts'
import { chooseMail, sendProofCode } from './mail-proof.ts'
import { refuseReusedPassword, writePassword } from '#server/identity/passwords/password-history.ts'
import { endPasswordLinks } from '#server/identity/passwords/password-links.ts'

/**
 * The handlers with which users change their own password and second factors. @param throttle limits the
 * tries of one address, here and at sign-in together
 */
export const accountSecurityHandlers = (
  deps: ProofDeps,
  throttle: Throttle,
): Handlers<typeof accountSecurity> => {
  const { db, keys, clock, journal, config, outbox, randomBytes } = deps

  return {
    prove: async ({ body, ...by }) => {
      const { provedAt } = await proveIdentity(deps, throttle, by, body)
      outbox.wake()
      const provedUntil = new Date(provedAt + accountLimits.proofMs).toISOString()
      return { message: accountServerTexts.proved, provedUntil }
    },

    askPasskey: ({ actor }) => {
      const party = relyingPartyOf(config)
      if (party === null) throw new Refusal('PASSKEYS_NOT_OFFERED')
      const holder = { userId: actor.id, sessionId: actor.sessionId, purpose: 'proof' } as const
      return db.transaction().execute(async (tx) => {
        const options = await requestAssertion(tx, party, holder, { random: randomBytes, now: clock() })
        if (!options) throw new Refusal('PASSKEY_NOT_FOUND')
        return options
      })
    },

    sendCode: async (by) => {
      await sendProofCode(deps, by)
      return { message: signInTexts.codeSent }
    },

    chooseMail: async ({ cookies, ...by }) => {
      const opened = await chooseMail(deps, by)
      cookies.set('sid', opened.cookie, opened.lifetimeSeconds)
      outbox.wake()
      return { message: accountServerTexts.mailChosen }
    },

    changePassword: async ({ body, cookies, ...by }) => {
      const { cookie, lifetimeSeconds } = await changeOwnPassword(deps, throttle, by, body)
      cookies.set('sid', cookie, lifetimeSeconds)
      outbox.wake()
      return { message: accountServerTexts.passwordChanged }
    },

    drawAuthenticator: async ({ actor, origin }) => {
      const secret = await db.transaction().execute(async (tx) => {
        await lockRows(tx, 'users', [actor.id])
        await requireFreshProof(tx, actor, clock())
        await journal.record(tx, actor, origin, { action: 'second-factor.shown' })
        // The current authenticator stays valid until the new one is confirmed.
        return drawPending(tx, keys.keyring, enrolmentInSession(actor), randomBytes)
      })
      return enrolmentOf(secret, actor.login)
    },

    confirmAuthenticator: async ({ actor, origin, body, cookies }) => {
      const opened = await db.transaction().execute(async (tx) => {
        await lockRows(tx, 'users', [actor.id])
        const now = clock()
        await requireFreshProof(tx, actor, now)
        const isRight = await confirmReplacement(tx, keys.keyring, actor, { code: body.token, now })
        if (!isRight) throw new Refusal('CODE_WRONG')
        await endFactorResets(tx, actor.id, now)
        const objects = { user: actor.id }
        await journal.record(tx, actor, origin, { action: 'second-factor.replaced', objects })
        await tellAccountChange(tx, outbox, actor.id, 'authenticatorReplaced', { origin, at: now })
        return rotateSession(tx, { random: randomBytes, now, origin }, actor)
      })
      cookies.set('sid', opened.cookie, opened.lifetimeSeconds)
      outbox.wake()
      return { message: accountServerTexts.authenticatorReplaced }
    },
  }
}

type Change = { readonly oldPassword: string; readonly newPassword: string; readonly confirmPassword: string }

/** Sets the caller's own password, and ends all their sessions but this one. */
async function changeOwnPassword(
  deps: ProofDeps,
  throttle: Throttle,
  by: By,
  { oldPassword, newPassword, confirmPassword }: Change,
) {
  const { db, clock, journal, hasher, outbox, randomBytes } = deps
  const { actor, origin } = by
  if (newPassword !== confirmPassword) throw new Refusal('CONFIRMATION_DIFFERS')
  const own = await db
    .selectFrom('users')
    .select('ad_id')
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow()
  if (own.ad_id !== null) throw new Refusal('KEPT_BY_DIRECTORY')
  // Before any comparison: without a fresh proof no password can be tried here.
  if ((await proofOf(db, actor, clock())) === null) throw new Refusal('PROOF_REQUIRED')
  const { account } = await proveOwnPassword(deps, throttle, by, oldPassword, async (_tx, found) => ({
    account: found,
  }))
  const password = new Secret(newPassword)
  await checkAccountPassword({ password: newPassword, login: actor.login, role: actor.role })
  const { turn } = sessionOf(actor)
  await refuseReusedPassword(deps, actor.id, password, turn)
  // Hashed before the transaction, so that no writer waits for 19 MiB of work.
  const hash = await hashOrBusy(hasher, password, turn)
  return db.transaction().execute(async (tx) => {
    await lockRows(tx, 'users', [actor.id])
    const now = clock()
    await requireFreshProof(tx, actor, now)
    if (!(await isCurrentHash(tx, account))) throw new Refusal('PROOF_WRONG')
    await writePassword(tx, deps, { userId: actor.id, hash, now })
    await endPasswordLinks(tx, actor.id, now)
    await endFactorResets(tx, actor.id, now)
    await journal.record(tx, actor, origin, { action: 'password.changed', objects: { user: actor.id } })
    await tellAccountChange(tx, outbox, actor.id, 'passwordChanged', { origin, at: now })
    return rotateSession(tx, { random: randomBytes, now, origin }, actor)
  })
}
