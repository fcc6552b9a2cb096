import type { Kysely } from 'kysely'
import type { secondFactors } from '#contract/identity/second-factors.ts'
import type { secondFactorMethods } from '#contract/identity/sign-in.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Handlers } from '#server/access/handler.ts'
import type { Throttle } from '#server/platform/http/throttle.ts'
import { passkeysOf } from '#server/identity/passkeys/passkey-rows.ts'
import { requestAssertion, verifyAssertion } from '#server/identity/passkeys/assertion.ts'
import { relyingPartyOf } from '#server/identity/passkeys/relying-party.ts'
import { recoveryStateOf, consumeRecoveryCode } from '#server/identity/recovery-codes/recovery-codes.ts'
import { tellAccountChange } from '#server/platform/mail/account-notice.ts'
import { completeSignIn, type SecondFactorDeps } from '#server/identity/authentication/session-opening.ts'
import { requireStep } from '#server/identity/authentication/verdict.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import type { PlatformSettings } from '#server/platform/settings.ts'

type OtherFactorDeps = SecondFactorDeps & Pick<IdentityDeps, 'config'>

/** Returns the other methods than authenticator and mail that an account has set up. */
export async function otherMethodsOf(
  db: Kysely<Tables>,
  config: Pick<PlatformSettings, 'publicOrigin'>,
  userId: number,
): Promise<(typeof secondFactorMethods)[number][]> {
  const hasPasskeys = relyingPartyOf(config) !== null && (await passkeysOf(db, userId)).length > 0
  const { left } = await recoveryStateOf(db, userId)
  return [...(hasPasskeys ? (['passkey'] as const) : []), ...(left > 0 ? (['recovery'] as const) : [])]
}

/** The handlers of recovery codes and passkeys as the second step of sign-in. */
export const otherFactorHandlers = (
  deps: OtherFactorDeps,
  throttle: Throttle,
): Handlers<typeof secondFactors> => {
  const { db, keys, clock, config, outbox, randomBytes } = deps

  return {
    useRecoveryCode: (request) =>
      completeSignIn(deps, throttle, request, {
        step: 'recovery',
        take: async (tx, { userId }, now) => {
          const { body, origin } = request
          const moment = { keyring: keys.keyring, now }
          if (!(await consumeRecoveryCode(tx, moment, userId, body.code))) return 'wrong'
          await tellAccountChange(tx, outbox, userId, 'recoveryCodeUsed', { origin, at: now })
          return [{ action: 'recovery-code.used', objects: { user: userId } }]
        },
      }),

    askPasskey: async ({ body, cookies }) => {
      const step = await requireStep(deps, { jwt: body.jwt, binding: cookies.get('pre') })
      const party = relyingPartyOf(config)
      if (!party) throw new Refusal('SIGN_IN_FAILED')
      const holder = { userId: step.userId, stepJti: step.jti, purpose: 'sign-in' } as const
      const options = await db
        .transaction()
        .execute((tx) => requestAssertion(tx, party, holder, { random: randomBytes, now: clock() }))
      // Refused like a wrong guess: only `methods` reveals whether an account has passkeys.
      if (!options) throw new Refusal('SIGN_IN_FAILED')
      return options
    },

    usePasskey: (request) =>
      completeSignIn(deps, throttle, request, {
        step: 'passkey',
        take: async (tx, { userId, jti }, now) => {
          const party = relyingPartyOf(config)
          const holder = { userId, stepJti: jti, purpose: 'sign-in' } as const
          const passkey = party && (await verifyAssertion(tx, party, holder, request.body.response, now))
          return passkey === null ? 'wrong' : [{ action: 'passkey.used', objects: { passkey } }]
        },
      }),
  }
}
