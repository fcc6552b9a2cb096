import type { Transaction } from 'kysely'
import type { reopening } from '#contract/identity/reopening.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { signInTexts } from '#texts/identity/sign-in.ts'
import type { Handlers } from '#server/access/handler.ts'
import { readLockedSession, type Actor, type By } from '#server/access/session.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Cookies } from '#server/platform/http/cookies.ts'
import type { Throttle } from '#server/platform/http/throttle.ts'
import { proveOwnPassword } from '#server/identity/account/identity-proof.ts'
import { beginAttempt, undoAttempt } from '#server/identity/authentication/lockout.ts'
import { endSession } from '#server/identity/authentication/live-sessions.ts'
import { sessionOf } from '#server/identity/authentication/recognised.ts'
import { reopenSession } from '#server/identity/authentication/session-lock.ts'
import { refuseBlocked, refuseWrong, type Refused } from '#server/identity/authentication/verdict.ts'
import type { PasswordDeps } from '#server/identity/deps.ts'
import { requestAssertion, verifyAssertion } from '#server/identity/passkeys/assertion.ts'
import { relyingPartyOf, type RelyingParty } from '#server/identity/passkeys/relying-party.ts'

type Reopened = { readonly cookie: string; readonly lifetimeSeconds: number }
type Asking = Pick<By, 'origin'> & { readonly cookies: Cookies }

/** The handlers that reopen a locked session. The lockout counts each wrong try as one of sign-in. */
export const reopeningHandlers = (deps: PasswordDeps, throttle: Throttle): Handlers<typeof reopening> => {
  const { db, clock, config, journal, randomBytes: random } = deps

  const requireLocked = async (cookies: Cookies): Promise<Actor> => {
    const actor = await readLockedSession(db, cookies.get('sid'), clock(), config)
    if (!actor) throw new Refusal('SESSION_EXPIRED')
    return actor
  }
  const requireParty = (): RelyingParty => {
    const party = relyingPartyOf(config)
    if (!party) throw new Refusal('PASSKEYS_NOT_OFFERED')
    return party
  }

  /** Reopens the session in the transaction that accepted its owner's proof. */
  const reopen = async (
    tx: Transaction<Tables>,
    actor: Actor,
    { cookies, origin }: Asking,
    factor: 'password' | 'passkey',
  ): Promise<Reopened | Refused> => {
    const reopened = await reopenSession(tx, { random, now: clock(), config }, actor, cookies.get('sid'))
    // Returned, not thrown: the proof was right, so its count stays taken back.
    if (!reopened) return { refusal: new Refusal('SESSION_EXPIRED') }
    await journal.record(tx, actor, origin, { action: 'session.reopened', objects: { factor } })
    return reopened
  }

  /** Ends a session whose reopening met the block of its account: its owner signs in with both factors. */
  const endAtLimit = async (actor: Actor, { cookies, origin }: Asking): Promise<void> => {
    await db.transaction().execute(async (tx) => {
      if (!(await endSession(tx, cookies.get('sid')))) return
      await journal.record(tx, actor, origin, {
        action: 'session.ended',
        outcome: 'refused',
        objects: { reason: 'reopening' },
      })
    })
    cookies.clear('sid')
  }

  const accept = (cookies: Cookies, { cookie, lifetimeSeconds }: Reopened) => {
    cookies.set('sid', cookie, lifetimeSeconds)
    return { message: signInTexts.reopened }
  }

  return {
    byPassword: async (request) => {
      const { body, origin, cookies } = request
      const actor = await requireLocked(cookies)
      try {
        const reopened = await proveOwnPassword(deps, throttle, { actor, origin }, body.password, (tx) =>
          reopen(tx, actor, request, 'password'),
        )
        return accept(cookies, reopened)
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'PROOF_BLOCKED') throw error
        await endAtLimit(actor, request)
        throw new Refusal('ACCOUNT_BLOCKED', { details: error.details })
      }
    },

    askPasskey: async ({ cookies }) => {
      const actor = await requireLocked(cookies)
      const party = requireParty()
      const holder = { userId: actor.id, sessionId: actor.sessionId, purpose: 'reopen' } as const
      const options = await db
        .transaction()
        .execute((tx) => requestAssertion(tx, party, holder, { random, now: clock() }))
      if (!options) throw new Refusal('PASSKEY_NOT_FOUND')
      return options
    },

    byPasskey: async (request) => {
      const { body, origin, cookies } = request
      const actor = await requireLocked(cookies)
      const party = requireParty()
      const holder = { userId: actor.id, sessionId: actor.sessionId, purpose: 'reopen' } as const
      const ticket = await throttle.take(origin.ip, { as: sessionOf(actor) })
      const verdict = await db.transaction().execute(async (tx): Promise<Reopened | Refused> => {
        await lockRows(tx, 'users', [actor.id])
        const now = clock()
        const notes = { journal, origin, who: actor, step: 'passkey' } as const
        const attempt = await beginAttempt(tx, { kind: 'account', id: actor.id }, now)
        if ('blockedUntil' in attempt) return refuseBlocked(tx, notes, attempt.blockedUntil)
        const passkey = await verifyAssertion(tx, party, holder, body.response, now)
        if (passkey === null) return refuseWrong(tx, notes, attempt, now)
        await undoAttempt(tx, attempt)
        await journal.record(tx, actor, origin, { action: 'passkey.used', objects: { passkey } })
        return reopen(tx, actor, request, 'passkey')
      })
      if (!('refusal' in verdict)) {
        await ticket.forgive()
        return accept(cookies, verdict)
      }
      const { refusal } = verdict
      if (refusal.code === 'ACCOUNT_BLOCKED') await endAtLimit(actor, request)
      throw refusal.code === 'SIGN_IN_FAILED' ? new Refusal('PASSKEY_WRONG') : refusal
    },
  }
}
