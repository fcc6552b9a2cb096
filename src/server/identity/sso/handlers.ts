import type { sso } from '#contract/identity/sso.ts'
import { shownLine } from '#domain/identity/shown-line.ts'
import { signInLimits } from '#domain/platform/limits.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { ssoTexts } from '#texts/identity/sso.ts'
import { requireManaged } from '#server/access/scope.ts'
import { proofWayOf } from '#server/identity/account/proof-way.ts'
import { newToken } from '#server/platform/crypto/token.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import { DatabaseAway } from '#server/platform/database/problems.ts'
import { shortLivedKeys } from '#server/platform/root-keys/sealing-keys.ts'
import type { RequestOrigin } from '#server/platform/journal/journal.ts'
import type { Cookies } from '#server/platform/http/cookies.ts'
import type { Handlers } from '#server/access/handler.ts'
import type { Throttle, Ticket } from '#server/platform/http/throttle.ts'
import type { Apart } from '#server/platform/http/tries-apart.ts'
import { tellAccountChange } from '#server/platform/mail/account-notice.ts'
import { anyKnownBrowserOf, sessionOf } from '#server/identity/authentication/recognised.ts'
import { endSessionsOf } from '#server/identity/authentication/live-sessions.ts'
import { completeSignIn } from '#server/identity/authentication/session-opening.ts'
import { holderOfInvitation } from '#server/identity/passwords/password-links.ts'
import { attemptMs, unsealAttempt, sealAttempt, type Attempt } from './attempt.ts'
import { identityOfCode, identityOfUser, linkIdentity, refusalOfCode, type About } from './identities.ts'
import { noteFailure } from './failures.ts'
import { ProviderError } from './fault.ts'
import { visible } from './person.ts'
import { createProvider, type OptionalPart } from './provider.ts'
import { partToLeaveOut } from './retry.ts'
import { handleReturn, type Failure, type Outcome, type ReturnDeps } from './return.ts'

/** Where a fresh proof by single sign-on ends, whether it succeeded or failed. */
const proofPage = (outcome: Failure | 'done'): string => `/routes/account?proof=${outcome}`
const failurePage = (reason: Failure): string => `/auth?message=sso_${reason}`

/** Counts a try; null when there were too many, since a navigation ends on a page. */
async function takeUnlessFull(throttle: Throttle, ip: string, as: Apart | null): Promise<Ticket | null> {
  try {
    return await throttle.take(ip, { as })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'TOO_MANY_TRIES') return null
    throw error
  }
}

/** The purpose of a sign-in at the provider, besides signing in. */
type Purpose = Pick<Attempt, 'invitation' | 'proof'>

/** Where a sign-in at the provider begins, or why it does not. */
type Beginning = { readonly address: string } | { readonly failure: Failure }

export const ssoHandlers = (deps: ReturnDeps, throttle: Throttle): Handlers<typeof sso> => {
  const { config, db, keys, clock, randomBytes, journal, log, outbox } = deps
  const settings = config.sso
  const provider = settings && createProvider(settings, { publicOrigin: config.publicOrigin, clock, log })

  /** Returns the provider's address. The browser stores what the return must match. */
  const begin = async (
    { cookies, origin }: { cookies: Cookies; origin: Pick<RequestOrigin, 'requestId'> },
    purpose: Purpose,
    leavesOut: readonly OptionalPart[] = [],
  ): Promise<Beginning> => {
    if (!provider) return { failure: 'unavailable' }
    const checks = {
      state: newToken(randomBytes).reveal(),
      nonce: newToken(randomBytes).reveal(),
      verifier: newToken(randomBytes).reveal(),
    }
    try {
      const address = await provider.addressOf(checks, { isFresh: purpose.proof !== null, leavesOut })
      const now = clock()
      const { invitation, proof } = purpose
      const expiresAt = now + attemptMs
      const attempt: Attempt = { ...checks, invitation, proof, leavesOut, begunAt: now, expiresAt }
      cookies.set('sso', sealAttempt(await shortLivedKeys(db, keys.keyring), attempt), attemptMs / 1000)
      return { address }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      return { failure: await noteFailure(deps, error, origin.requestId) }
    }
  }
  /** Begins a sign-in for a page, which shows a refusal. */
  const beginForPage = async (...asked: Parameters<typeof begin>): Promise<{ redirect: string }> => {
    const begun = await begin(...asked)
    if ('address' in begun) return { redirect: begun.address }
    throw new Refusal(begun.failure === 'misset' ? 'SSO_MISSET' : 'SSO_UNAVAILABLE')
  }

  return {
    authorize: async ({ cookies, origin, setHeader }) => {
      const begun = await begin({ cookies, origin }, { invitation: null, proof: null })
      const redirect = 'address' in begun ? begun.address : failurePage(begun.failure)
      setHeader('location', redirect)
      return { redirect }
    },

    callback: async ({ query, origin, cookies, setHeader }) => {
      const attempt = unsealAttempt(keys.keyring, cookies.get('sso'), clock())
      const go = (redirect: string) => {
        setHeader('location', redirect)
        return { redirect }
      }
      if (!provider || !settings || !attempt) {
        cookies.clear('sso')
        return go(failurePage('over'))
      }
      const returned = new URLSearchParams()
      for (const [name, value] of Object.entries(query)) {
        // A provider sends no parameter twice.
        if (typeof value === 'string') returned.set(name, value)
      }
      // The reply belongs to an older attempt in another tab, or is forged. The current attempt stays valid.
      if (returned.get('state') !== attempt.state) return go(failurePage('over'))
      cookies.clear('sso')
      const fail = (reason: Failure) => go(attempt.proof ? proofPage(reason) : failurePage(reason))
      const refusedPart = partToLeaveOut(returned, attempt)
      if (refusedPart !== null) {
        // Nothing is stored or exchanged: the request is the same but for one part.
        const said = { error: returned.get('error'), part: refusedPart }
        log.warn({ requestId: origin.requestId, ...said }, 'the provider refused a part of the request')
        const again = await begin({ cookies, origin }, attempt, [...attempt.leavesOut, refusedPart])
        return 'address' in again ? go(again.address) : fail(again.failure)
      }
      // Counted before the provider is called: a fabricated code costs a call with the client's secret.
      const { proof } = attempt
      const as = proof
        ? sessionOf({ id: proof.userId, sessionId: proof.sessionId })
        : await anyKnownBrowserOf(deps, cookies.get('device'))
      const ticket = await takeUnlessFull(throttle, origin.ip, as)
      if (ticket === null) return fail('tries')
      const asked = { attempt, returned, trustsMfa: settings.trustsMfa }
      const outcome = await handleReturn(deps, provider, asked, origin).catch(
        async (error: unknown): Promise<Outcome> => {
          if (!(error instanceof DatabaseAway)) throw error
          await ticket.forgive().catch(() => undefined)
          // The provider's code is used up: the sign-in begins again from its page.
          return { kind: 'failed', reason: 'unavailable' }
        },
      )
      if (outcome.kind === 'failed') return fail(outcome.reason)
      await ticket.forgive()
      if (outcome.kind === 'proved') return go(proofPage('done'))
      if (outcome.kind === 'unknown') return go(`/auth?message=sso_unknown#code=${outcome.code}`)
      cookies.set('pre', outcome.binding.reveal(), signInLimits.step1Ms / 1000)
      return go(`/auth?jwt=${outcome.jwt}`)
    },

    // The provider has verified the second factor.
    complete: (request) =>
      completeSignIn(deps, throttle, request, {
        step: 'sso',
        take: async (_tx, step) => (step.isProven ? [] : 'wrong'),
      }),

    invitation: async ({ body, origin, cookies }) => {
      const ticket = await throttle.take(origin.ip)
      if (!(await holderOfInvitation(db, body.token, clock()))) throw new Refusal('RESET_LINK_WRONG')
      await ticket.forgive()
      return beginForPage({ cookies, origin }, { invitation: body.token, proof: null })
    },

    prove: async ({ actor, cookies, origin }) => {
      if ((await proofWayOf(db, config, actor.id)) !== 'single-sign-on')
        throw new Refusal('SECOND_FACTOR_REFUSED')
      const proof = { userId: actor.id, sessionId: actor.sessionId }
      return beginForPage({ cookies, origin }, { invitation: null, proof })
    },

    read: async ({ params, query }) => {
      const linked = await identityOfUser(db, keys.keyring, params.id)
      const request =
        query.code === undefined ? null : await identityOfCode(db, keys.keyring, query.code, clock())
      if (query.code !== undefined && !request) throw await refusalOfCode(db, keys.keyring, clock())
      // A version before this one stored names as they came.
      const shown = <T extends About>(about: T): T => ({
        ...about,
        subject: visible(about.subject),
        name: shownLine(about.name, 200),
        email: shownLine(about.email, 254),
      })
      return {
        linked: linked && { ...shown(linked), linkedAt: new Date(linked.linkedAt).toISOString() },
        request: request && shown(request),
      }
    },

    link: async ({ params: { id }, body, actor, origin }) => {
      await db.transaction().execute(async (tx) => {
        await lockRows(tx, 'users', [actor.id, id])
        await requireManaged(tx, actor, 'user', id)
        const now = clock()
        const identity = await identityOfCode(tx, keys.keyring, body.code, now)
        if (!identity) throw await refusalOfCode(tx, keys.keyring, now)
        const linked = await linkIdentity(tx, keys.keyring, { identity, userId: id, by: actor.id, now })
        if (!linked) throw new Refusal('SSO_ALREADY_LINKED')
        await endSessionsOf(tx, id, now)
        await journal.record(tx, actor, origin, { action: 'sso.linked', objects: { user: id } })
        await tellAccountChange(tx, outbox, id, 'identityLinked')
      })
      outbox.wake()
      return { message: ssoTexts.linked }
    },

    unlink: async ({ params: { id }, actor, origin }) => {
      await db.transaction().execute(async (tx) => {
        await lockRows(tx, 'users', [actor.id, id])
        await requireManaged(tx, actor, 'user', id)
        const { numDeletedRows } = await tx
          .deleteFrom('sso_identities')
          .where('user_id', '=', id)
          .executeTakeFirst()
        if (numDeletedRows === 0n) return
        await endSessionsOf(tx, id, clock())
        await journal.record(tx, actor, origin, { action: 'sso.parted', objects: { user: id } })
        await tellAccountChange(tx, outbox, id, 'identityParted')
      })
      outbox.wake()
      return { message: ssoTexts.parted }
    },
  }
}
