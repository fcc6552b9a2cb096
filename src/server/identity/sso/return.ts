import { markProved } from '#server/access/proof.ts'
import { proofWayOf } from '#server/identity/account/proof-way.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import { hashToken } from '#server/platform/crypto/token.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { RequestOrigin } from '#server/platform/journal/journal.ts'
import { consumePasswordLink, holderOfInvitation } from '#server/identity/passwords/password-links.ts'
import { issueStep } from '#server/access/steps.ts'
import { blockedAt } from '#server/identity/authentication/lockout.ts'
import type { Attempt, SessionToProve } from './attempt.ts'
import { accountOf, createLinkingCode, linkIdentity, consumeReturn } from './identities.ts'
import type { SsoNotice } from '#domain/identity/sso-failures.ts'
import { noteFailure } from './failures.ts'
import { ProviderError } from './fault.ts'
import type { Identity, Provider } from './provider.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'

export type ReturnDeps = Pick<
  IdentityDeps,
  'db' | 'keys' | 'clock' | 'randomBytes' | 'journal' | 'log' | 'config' | 'outbox'
>

/** Why a return opens nothing. Used in the address of /auth, after `sso_`, or of /routes/account. */
export type Failure = SsoNotice | 'over' | 'taken' | 'tries'

export type Outcome =
  | { readonly kind: 'step'; readonly jwt: string; readonly binding: Secret<string> }
  | { readonly kind: 'unknown'; readonly code: string }
  | { readonly kind: 'proved' }
  | { readonly kind: 'failed'; readonly reason: Failure }

const failed = (reason: Failure): Outcome => ({ kind: 'failed', reason })

/**
 * Handles a return from the provider. A linked identity begins the second step, an unlinked one gets a
 * linking code, and one with an invitation is linked to its account. A return that renews a proof marks its
 * session.
 */
export async function handleReturn(
  deps: ReturnDeps,
  provider: Provider,
  { attempt, returned, trustsMfa }: { attempt: Attempt; returned: URLSearchParams; trustsMfa: boolean },
  origin: RequestOrigin,
): Promise<Outcome> {
  const { db, clock } = deps
  const taken = await consumeReturn(db, hashToken(new Secret(attempt.state)), attempt.expiresAt)
  if (!taken) return failed('over')
  let identity: Identity
  try {
    // The library allows for half a minute of clock skew either way.
    const maxAge = attempt.proof ? Math.ceil((clock() - attempt.begunAt) / 1000) : undefined
    identity = await provider.identify(returned, attempt, maxAge)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return failed(await noteFailure(deps, error, origin.requestId))
  }
  const isProven = trustsMfa && identity.hasMfa
  if (attempt.proof) return prove(deps, identity, { isProven, session: attempt.proof }, origin)
  return attempt.invitation === null
    ? enter(deps, identity, { isProven }, origin)
    : enterByInvitation(deps, identity, { isProven, invitation: attempt.invitation }, origin)
}

async function enter(
  { db, keys, clock, randomBytes, journal }: ReturnDeps,
  identity: Identity,
  { isProven }: { isProven: boolean },
  origin: RequestOrigin,
): Promise<Outcome> {
  const keyring = keys.keyring
  return db.transaction().execute(async (tx): Promise<Outcome> => {
    const found = await accountOf(tx, identity)
    if (found) await lockRows(tx, 'users', [found.id])
    // Read again: it may have been deactivated or unlinked while the row was waited for.
    const account = found && (await accountOf(tx, identity))
    const now = clock()
    if (!account) {
      await journal.record(tx, null, origin, { action: 'sso.unknown', outcome: 'refused' })
      return {
        kind: 'unknown',
        code: await createLinkingCode(tx, { keyring, random: randomBytes, now }, identity),
      }
    }
    await journal.record(tx, account, origin, { action: 'sso.accepted' })
    const step = await issueStep(tx, { keyring, random: randomBytes, now }, account.id, { isProven })
    return { kind: 'step', ...step }
  })
}

/** Marks the session that requested a fresh sign-in, if its owner signed in with more than one factor. */
async function prove(
  { db, clock, config, journal }: ReturnDeps,
  identity: Identity,
  { isProven, session }: { isProven: boolean; session: SessionToProve },
  origin: RequestOrigin,
): Promise<Outcome> {
  const { userId, sessionId } = session
  return db.transaction().execute(async (tx): Promise<Outcome> => {
    await lockRows(tx, 'users', [userId])
    const now = clock()
    const live = await tx
      .selectFrom('sessions as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .select(['u.login', 'u.blocked_until'])
      .where('s.id', '=', sessionId)
      .where('s.user_id', '=', userId)
      .where('s.expires_at', '>', now)
      .where('s.locked_at', 'is', null)
      .executeTakeFirst()
    if (!live) return failed('over')
    const actor = { id: userId, login: live.login, sessionId }
    const owner = await accountOf(tx, identity)
    const isRight =
      isProven &&
      owner?.id === userId &&
      blockedAt(live.blocked_until, now) === null &&
      (await proofWayOf(tx, config, userId)) === 'single-sign-on'
    if (!isRight) {
      const objects = { step: 'proof' }
      await journal.record(tx, actor, origin, { action: 'sign-in.failed', outcome: 'refused', objects })
      return failed('refused')
    }
    await markProved(tx, actor, now)
    await journal.record(tx, actor, origin, { action: 'account.proved', objects: { factor: 'sso' } })
    return { kind: 'proved' }
  })
}

async function enterByInvitation(
  { db, keys, clock, randomBytes, journal }: ReturnDeps,
  identity: Identity,
  { isProven, invitation }: { isProven: boolean; invitation: string },
  origin: RequestOrigin,
): Promise<Outcome> {
  const keyring = keys.keyring
  const holder = await holderOfInvitation(db, invitation, clock())
  if (!holder) return failed('over')
  return db.transaction().execute(async (tx): Promise<Outcome> => {
    await lockRows(tx, 'users', [holder.id])
    const now = clock()
    const owner = await accountOf(tx, identity)
    if (owner && owner.id !== holder.id) return failed('taken')
    if (!(await holderOfInvitation(tx, invitation, now)) || !(await consumePasswordLink(tx, invitation, now)))
      return failed('over')
    const linked = await linkIdentity(tx, keyring, { identity, userId: holder.id, by: null, now })
    // The identity belongs to an inactive account. Only an administrator may link it to another.
    if (!linked) return failed('taken')
    const who = { id: holder.id, login: holder.login }
    await journal.record(tx, who, origin, { action: 'sso.linked', objects: { user: holder.id } })
    const step = await issueStep(tx, { keyring, random: randomBytes, now }, holder.id, { isProven })
    return { kind: 'step', ...step }
  })
}
