import type { signIn } from '#contract/identity/sign-in.ts'
import { signInLimits } from '#domain/platform/limits.ts'
import { readLockedSession, readSession } from '#server/access/session.ts'
import { groupOf } from '#server/platform/documents/settings.ts'
import type { Handlers } from '#server/access/handler.ts'
import { takeTicketOrBusy } from '#server/identity/authentication/busy.ts'
import { checkPassword } from '#server/identity/authentication/first-factor.ts'
import { codeCheck, revealEnrolment } from '#server/identity/authentication/second-factor.ts'
import { knownBrowserOf } from '#server/identity/authentication/recognised.ts'
import { reopeningOf } from '#server/identity/reopening/means.ts'
import { completeSignIn } from '#server/identity/authentication/session-opening.ts'
import type { Throttle } from '#server/platform/http/throttle.ts'
import type { PasswordDeps } from '#server/identity/deps.ts'

export const signInHandlers = (deps: PasswordDeps, throttle: Throttle): Handlers<typeof signIn> => {
  const { directories, links, sso, inactivityMs } = deps.config
  return {
    options: async ({ header, cookies }) => {
      const now = deps.clock()
      const open = await readSession(deps.db, cookies.get('sid'), now, inactivityMs)
      const locked = open ? null : await readLockedSession(deps.db, cookies.get('sid'), now, deps.config)
      return {
        distAvailable: directories.length > 0,
        distDefault: groupOf(links, header('host'))?.includes('GRP') ?? false,
        sso: sso && { label: sso.label },
        signedIn: open !== null,
        locked: locked && (await reopeningOf(deps.db, deps.config, locked)),
      }
    },

    step1: async ({ body, origin, cookies }) => {
      const as = await knownBrowserOf(deps, cookies.get('device'), body.login)
      const verdict = await throttle.inTurn(as, async () => {
        const ticket = await takeTicketOrBusy(deps, throttle, { ip: origin.ip, as, type: body.type })
        const judged = await checkPassword(deps, body, origin, ticket, { binding: cookies.get('pre') })
        if (!('refusal' in judged) || judged.refusal.code === 'PASSWORD_EXPIRED') await ticket.forgive()
        return judged
      })
      if ('refusal' in verdict) throw verdict.refusal
      cookies.set('pre', verdict.binding.reveal(), signInLimits.step1Ms / 1000)
      return { jwt: verdict.jwt }
    },

    secondFactorSecret: ({ body, origin, cookies }) =>
      revealEnrolment(deps, { jwt: body.jwt, binding: cookies.get('pre') }, origin),

    // The specification requires `secret`. The server checks its own pending secret and ignores this one.
    step2: (request) =>
      completeSignIn(deps, throttle, request, codeCheck(deps, request.body.token, request.origin)),
  }
}
