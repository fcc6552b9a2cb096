import type { Transaction } from 'kysely'
import type { BodyOf } from '#contract/platform/endpoint.ts'
import type { accountSecurity } from '#contract/identity/account-security.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { markProved } from '#server/access/proof.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Throttle } from '#server/platform/http/throttle.ts'
import { verifyAssertion } from '#server/identity/passkeys/assertion.ts'
import { relyingPartyOf } from '#server/identity/passkeys/relying-party.ts'
import { consumeRecoveryCode } from '#server/identity/recovery-codes/recovery-codes.ts'
import { tellAccountChange } from '#server/platform/mail/account-notice.ts'
import { takeTicketOrBusy } from '#server/identity/authentication/busy.ts'
import { sessionOf } from '#server/identity/authentication/recognised.ts'
import { refuseBlocked, refuseWrong, type Refused } from '#server/identity/authentication/verdict.ts'
import { beginAttempt, undoAttempt } from '#server/identity/authentication/lockout.ts'
import { isKeptByDirectory } from '#server/identity/directory/directory-rows.ts'
import { factorRowOf } from '#server/identity/authentication/methods.ts'
import { consumeTotpCode } from '#server/identity/authentication/second-factor.ts'
import { provePassword } from '#server/identity/authentication/first-factor.ts'
import type { Candidate } from '#server/identity/authentication/candidate.ts'
import { consumeProofCode } from './mail-proof.ts'
import { proofWayOf } from './proof-way.ts'
import type { PasswordDeps } from '#server/identity/deps.ts'
import type { By } from '#server/access/session.ts'

type Proof = BodyOf<typeof accountSecurity.prove>

/**
 * Verifies the caller's own password as the first step of sign-in does: counted, and subject to the lockout.
 * @param onRight runs in the transaction that takes the count of the try back
 * @throws Refusal PROOF_WRONG, PROOF_BLOCKED, SERVER_BUSY
 */
export async function proveOwnPassword<Result extends object>(
  deps: PasswordDeps,
  throttle: Throttle,
  { actor, origin }: By,
  password: string,
  onRight: (tx: Transaction<Tables>, account: Candidate) => Promise<Result | Refused>,
): Promise<Result> {
  const type = (await isKeptByDirectory(deps.db, actor.id)) ? 'DIST' : 'LOCAL'
  const credentials = { login: actor.login, password, type } as const
  const as = sessionOf(actor)
  return throttle.inTurn(as, async () => {
    const ticket = await takeTicketOrBusy(deps, throttle, { ip: origin.ip, as, type })
    const verdict = await provePassword(deps, credentials, origin, ticket, async (tx, account) => {
      // The login was given to another account while the call waited.
      if (account.id !== actor.id) throw new Refusal('SESSION_EXPIRED')
      return onRight(tx, account)
    })
    if ('refusal' in verdict) {
      if (verdict.refusal.code === 'CODE_OUTLIVED') await ticket.forgive()
      throw asProofRefusal(verdict)
    }
    await ticket.forgive()
    return verdict
  })
}

/** Not a 401, which would end the session: a caller who mistypes stays signed in. */
function asProofRefusal({ refusal }: Refused): Refusal {
  if (refusal.code === 'SIGN_IN_FAILED') return new Refusal('PROOF_WRONG')
  if (refusal.code === 'ACCOUNT_BLOCKED') return new Refusal('PROOF_BLOCKED', { details: refusal.details })
  return refusal
}

/**
 * Marks the session as proved when all that the account proves itself with is right. The lockout counts every
 * try, so that a stolen session allows no more guesses than sign-in.
 * @throws Refusal SECOND_FACTOR_REFUSED when the account has no second factor to prove itself with
 */
export async function proveIdentity(
  deps: PasswordDeps,
  throttle: Throttle,
  by: By,
  { password, factor }: Proof,
): Promise<{ provedAt: number }> {
  const { db, config } = deps
  const way = await proofWayOf(db, config, by.actor.id)
  if (way === 'second-factor') return proveByFactorAlone(deps, throttle, by, factor)
  if (way !== 'password') throw new Refusal('SECOND_FACTOR_REFUSED')
  if (password === undefined) {
    throw new Refusal('INVALID_REQUEST', { details: { field: 'body/password', rule: 'required' } })
  }
  return proveOwnPassword(deps, throttle, by, password, (tx) => verifyFactor(tx, deps, by, factor))
}

async function proveByFactorAlone(
  deps: PasswordDeps,
  throttle: Throttle,
  by: By,
  factor: Proof['factor'],
): Promise<{ provedAt: number }> {
  const { db, config } = deps
  const { actor, origin } = by
  const ticket = await throttle.take(origin.ip, { as: sessionOf(actor) })
  const verdict = await db.transaction().execute(async (tx) => {
    await lockRows(tx, 'users', [actor.id])
    // If a password was set while this call waited for the row, it is required.
    if ((await proofWayOf(tx, config, actor.id)) !== 'second-factor') throw new Refusal('PROOF_WRONG')
    return verifyFactor(tx, deps, by, factor)
  })
  if ('refusal' in verdict) {
    if (verdict.refusal.code === 'CODE_OUTLIVED') await ticket.forgive()
    throw asProofRefusal(verdict)
  }
  await ticket.forgive()
  return verdict
}

/** Checks the second factor and marks the session, in the transaction that counts the try. */
async function verifyFactor(
  tx: Transaction<Tables>,
  deps: PasswordDeps,
  by: By,
  factor: Proof['factor'],
): Promise<{ provedAt: number } | Refused> {
  const { clock, journal } = deps
  const { actor, origin } = by
  const now = clock()
  const notes = { journal, origin, who: actor, step: 'proof' } as const
  const attempt = await beginAttempt(tx, { kind: 'account', id: actor.id }, now)
  if ('blockedUntil' in attempt) return refuseBlocked(tx, notes, attempt.blockedUntil)
  const taken = await consumeFactor(tx, deps, by, factor, now)
  if (taken === 'wrong') return refuseWrong(tx, notes, attempt, now)
  await undoAttempt(tx, attempt)
  // Not thrown: the count of the password that was right before is taken back in this transaction.
  if (taken === 'outlived') return { refusal: new Refusal('CODE_OUTLIVED') }
  await markProved(tx, actor, now)
  await journal.record(tx, actor, origin, { action: 'account.proved', objects: { factor: factor.method } })
  return { provedAt: now }
}

/** Uses up the given second factor atomically: it is accepted once. */
const consumeFactor = async (
  tx: Transaction<Tables>,
  deps: PasswordDeps,
  by: By,
  factor: Proof['factor'],
  now: number,
): Promise<'right' | 'wrong' | 'outlived'> =>
  factor.method === 'mail'
    ? consumeProofCode(tx, deps, by, factor.token, now)
    : (await isRight(tx, deps, by, factor, now))
      ? 'right'
      : 'wrong'

async function isRight(
  tx: Transaction<Tables>,
  { keys, config, outbox }: PasswordDeps,
  by: By,
  factor: Exclude<Proof['factor'], { method: 'mail' }>,
  now: number,
): Promise<boolean> {
  const { actor, origin } = by
  const { keyring } = keys
  if (factor.method === 'totp') {
    const guess = { userId: actor.id, code: factor.token, now }
    return consumeTotpCode(tx, keyring, await factorRowOf(tx, actor.id), guess)
  }
  if (factor.method === 'recovery') {
    const isTaken = await consumeRecoveryCode(tx, { keyring, now }, actor.id, factor.code)
    if (isTaken) await tellAccountChange(tx, outbox, actor.id, 'recoveryCodeUsed', { origin, at: now })
    return isTaken
  }
  const party = relyingPartyOf(config)
  const holder = { userId: actor.id, sessionId: actor.sessionId, purpose: 'proof' } as const
  return party !== null && (await verifyAssertion(tx, party, holder, factor.response, now)) !== null
}
