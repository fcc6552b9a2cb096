import type { signIn } from '#contract/identity/sign-in.ts'
import { signInLimits } from '#domain/platform/limits.ts'
import { signInTexts } from '#texts/identity/sign-in.ts'
import type { Deps } from '#server/deps.ts'
import { readSession } from '#server/access/session.ts'
import { groupOf } from '#server/platform/documents/queries.ts'
import type { Handlers } from '#server/access/handler.ts'
import { takeWithin } from './busy.ts'
import { checkPassword } from './first-factor.ts'
import { endSession } from './sessions.ts'
import { checkCode, revealEnrolment } from './second-factor.ts'
import { browserOf } from './recognised.ts'
import { enterBy } from './session-opening.ts'
import type { Throttle } from '#server/platform/http/throttle.ts'

type SignInDeps = Pick<
  Deps,
  'config' | 'db' | 'keys' | 'clock' | 'randomBytes' | 'journal' | 'hasher' | 'log' | 'directory' | 'outbox'
>

/**
 * The browser drops what it cached of this origin, pages of the back button included; why neither `"cookies"` nor
 * `"storage"` stands beside it: docs/decisions/0030-what-a-sign-out-clears.md.
 */
const clearedAtLogout = '"cache"'

/** @param throttle bounds what one address tries; calls that take a password share it */
export const signInHandlers = (deps: SignInDeps, throttle: Throttle): Handlers<typeof signIn> => {
  const { directories, links, sso, inactivityMs } = deps.config
  return {
    options: async ({ header, cookies }) => ({
      distAvailable: directories.length > 0,
      distDefault: groupOf(links, header('host'))?.includes('GRP') ?? false,
      sso: sso && { label: sso.label },
      signedIn: (await readSession(deps.db, cookies.get('sid'), deps.clock(), inactivityMs)) !== null,
    }),

    step1: async ({ body, origin, cookies }) => {
      const as = await browserOf(deps, cookies.get('device'), body.login)
      const verdict = await throttle.inTurn(as, async () => {
        const ticket = await takeWithin(deps, throttle, { ip: origin.ip, as, type: body.type })
        const judged = await checkPassword(deps, body, origin, ticket)
        if (!('refusal' in judged) || judged.refusal.code === 'PASSWORD_EXPIRED') await ticket.forgive()
        return judged
      })
      if ('refusal' in verdict) throw verdict.refusal
      cookies.set('pre', verdict.binding.reveal(), signInLimits.step1Ms / 1000)
      return { jwt: verdict.jwt }
    },

    secondFactorSecret: ({ body, origin, cookies }) =>
      revealEnrolment(deps, { jwt: body.jwt, binding: cookies.get('pre') }, origin),

    // `secret` is the specification's; the server checks against its own pending secret and never reads it.
    step2: async ({ body, origin, cookies }) => {
      const entered = await enterBy(deps, throttle, { jwt: body.jwt, origin, cookies }, (proof) =>
        checkCode(deps, { ...proof, code: body.token }, origin),
      )
      deps.outbox.wake()
      return entered
    },

    logout: async (request) => {
      const { origin, cookies } = request
      await deps.db.transaction().execute(async (tx) => {
        const who = await endSession(tx, cookies.get('sid'))
        if (who) await deps.journal.record(tx, who, origin, { action: 'sign-in.ended' })
      })
      cookies.clear('sid')
      cookies.clear('pre')
      request.setHeader('clear-site-data', clearedAtLogout)
      return { message: signInTexts.signedOut }
    },
  }
}
