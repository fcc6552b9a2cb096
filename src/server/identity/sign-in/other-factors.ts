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
import {
  completeSignIn,
  proveSecondFactor,
  type SecondFactorDeps,
  type SecondFactorCheck,
} from '#server/identity/authentication/session-opening.ts'
import { readStep } from '#server/access/steps.ts'
import { stepRefused } from '#server/identity/authentication/verdict.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import type { PlatformSettings } from '#server/platform/settings.ts'

type OtherFactorDeps = SecondFactorDeps & Pick<IdentityDeps, 'config' | 'outbox'>
type Asked = Parameters<Handlers<typeof secondFactors>['usePasskey']>[0]
type Proven = Pick<Asked, 'origin' | 'cookies'> & { readonly body: { readonly jwt: string } }

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

  const open = ({ body, origin, cookies }: Proven, check: SecondFactorCheck) =>
    completeSignIn(deps, throttle, { jwt: body.jwt, origin, cookies }, (proof) =>
      proveSecondFactor(deps, proof, origin, check),
    )

  return {
    useRecoveryCode: async (asked) => {
      const opened = await open(asked, {
        step: 'recovery',
        take: async (tx, { userId }, now) => {
          const moment = { keyring: keys.keyring, now }
          if (!(await consumeRecoveryCode(tx, moment, userId, asked.body.code))) return 'wrong'
          await tellAccountChange(tx, outbox, userId, 'recoveryCodeUsed', { origin: asked.origin, at: now })
          return [{ action: 'recovery-code.used', objects: { user: userId } }]
        },
      })
      outbox.wake()
      return opened
    },

    askPasskey: async ({ body, cookies }) => {
      const proof = { jwt: body.jwt, binding: cookies.get('pre'), now: clock() }
      const step = await readStep(db, keys.keyring, proof)
      const party = relyingPartyOf(config)
      if (!step) throw stepRefused(keys.keyring, body.jwt).refusal
      if (!party) throw new Refusal('SIGN_IN_FAILED')
      const holder = { userId: step.userId, stepJti: step.jti, purpose: 'sign-in' } as const
      const options = await db
        .transaction()
        .execute((tx) => requestAssertion(tx, party, holder, { random: randomBytes, now: clock() }))
      // Refused like a wrong guess: only `methods` reveals whether an account has passkeys.
      if (!options) throw new Refusal('SIGN_IN_FAILED')
      return options
    },

    usePasskey: (asked) =>
      open(asked, {
        step: 'passkey',
        take: async (tx, { userId, jti }, now) => {
          const party = relyingPartyOf(config)
          const holder = { userId, stepJti: jti, purpose: 'sign-in' } as const
          const passkey = party && (await verifyAssertion(tx, party, holder, asked.body.response, now))
          return passkey === null ? 'wrong' : [{ action: 'passkey.used', objects: { passkey } }]
        },
      }),
  }
}
