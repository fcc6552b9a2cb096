import type { accountSecurity } from '#contract/identity/account-security.ts'
import type { BodyOf } from '#contract/platform/endpoint.ts'
import { accountLimits, sessionLimits } from '#domain/platform/limits.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { accountServerTexts } from '#texts/identity/account.ts'
import { signInTexts } from '#texts/identity/sign-in.ts'
import { proofOf } from '#server/access/proof.ts'
import type { Handlers } from '#server/access/handler.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Throttle } from '#server/platform/http/throttle.ts'
import { requestAssertion } from '#server/identity/passkeys/assertion.ts'
import { relyingPartyOf } from '#server/identity/passkeys/relying-party.ts'
import { sessionOf } from '#server/identity/authentication/recognised.ts'
import { changeCredentials, underFreshProof } from '#server/identity/authentication/proven-change.ts'
import { enrolmentOf } from '#server/identity/authentication/totp.ts'
import { drawPending, enrolmentInSession } from '#server/identity/authentication/pending-factor.ts'
import { confirmReplacement } from '#server/identity/authentication/second-factor.ts'
import { prolongSession } from '#server/identity/authentication/session-prolonging.ts'
import { isCurrentHash } from '#server/identity/authentication/candidate.ts'
import { endFactorResets } from '#server/identity/resets/factor-resets.ts'
import { proofWayOf } from './proof-way.ts'
import { proveIdentity, proveOwnPassword } from './identity-proof.ts'
import { isKeptByDirectory } from '#server/identity/directory/directory-rows.ts'
import type { PasswordDeps } from '#server/identity/deps.ts'
import type { By } from '#server/access/session.ts'
import { chooseMail, sendProofCode } from './mail-proof.ts'
import { hashNewPassword, replacePassword } from '#server/identity/passwords/new-password.ts'

export const accountSecurityHandlers = (
  deps: PasswordDeps,
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

    prolong: async ({ actor, origin, cookies }) => {
      const { id } = actor
      // Only where the proof holds all that the sign-in asked: a provider was not asked again.
      if ((await proofWayOf(db, config, id)) !== 'password') throw new Refusal('SIGN_IN_REQUIRED')
      const { expiresAt, cookie } = await db.transaction().execute(async (tx) => {
        await lockRows(tx, 'users', [id])
        const maker = { random: randomBytes, now: clock(), maxDays: config.passwordMaxDays }
        const prolonged = await prolongSession(tx, maker, actor)
        if (prolonged.cookie !== null)
          await journal.record(tx, actor, origin, { action: 'session.prolonged' })
        return prolonged
      })
      if (cookie !== null) cookies.set('sid', cookie, sessionLimits.maximumMs / 1000)
      return { message: accountServerTexts.prolonged, expiresAt: new Date(expiresAt).toISOString() }
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

    chooseMail: async (request) => {
      await changeCredentials(deps, request, 'mailChosen', async (tx, now) => {
        const { id } = request.actor
        await chooseMail(tx, config.mailCode, id, now)
        return { action: 'second-factor.replaced', objects: { user: id, kind: 'mail' } }
      })
      return { message: accountServerTexts.mailChosen }
    },

    changePassword: async (request) => {
      const { account, hash } = await checkPasswordChange(deps, throttle, request, request.body)
      await changeCredentials(deps, request, 'passwordChanged', async (tx, now) => {
        if (!(await isCurrentHash(tx, account))) throw new Refusal('PROOF_WRONG')
        await replacePassword(tx, deps, { userId: account.id, hash, now })
        return { action: 'password.changed', objects: { user: account.id } }
      })
      return { message: accountServerTexts.passwordChanged }
    },

    drawAuthenticator: async ({ actor, origin }) => {
      const secret = await underFreshProof(deps, actor, async (tx) => {
        await journal.record(tx, actor, origin, { action: 'second-factor.shown' })
        // The current authenticator stays valid until the new one is confirmed.
        return drawPending(tx, keys.keyring, enrolmentInSession(actor), randomBytes)
      })
      return enrolmentOf(secret, actor.login)
    },

    confirmAuthenticator: async (request) => {
      await changeCredentials(deps, request, 'authenticatorReplaced', async (tx, now) => {
        const { actor, body } = request
        const isRight = await confirmReplacement(tx, keys.keyring, actor, { code: body.token, now })
        if (!isRight) throw new Refusal('CODE_WRONG')
        await endFactorResets(tx, actor.id, now)
        return { action: 'second-factor.replaced', objects: { user: actor.id } }
      })
      return { message: accountServerTexts.authenticatorReplaced }
    },
  }
}

/**
 * Verifies a change of the caller's own password.
 * @returns the proven account, and the new password's hash
 */
async function checkPasswordChange(
  deps: PasswordDeps,
  throttle: Throttle,
  by: By,
  { oldPassword, newPassword, confirmPassword }: BodyOf<typeof accountSecurity.changePassword>,
) {
  const { db, clock } = deps
  const { actor } = by
  if (newPassword !== confirmPassword) throw new Refusal('CONFIRMATION_DIFFERS')
  if (await isKeptByDirectory(db, actor.id)) throw new Refusal('KEPT_BY_DIRECTORY')
  // Before any comparison: without a fresh proof no password can be tried here.
  if ((await proofOf(db, actor, clock())) === null) throw new Refusal('PROOF_REQUIRED')
  const { account } = await proveOwnPassword(deps, throttle, by, oldPassword, async (_tx, found) => ({
    account: found,
  }))
  return { account, hash: await hashNewPassword(deps, actor, newPassword, sessionOf(actor).turn) }
}
