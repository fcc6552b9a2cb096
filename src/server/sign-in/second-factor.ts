import type { Selectable, Transaction } from 'kysely'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { signIn } from '#contract/sign-in.ts'
import { asSealed } from '../crypto/envelope.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { Tables, UsersTable } from '../database/tables.ts'
import type { Deps } from '../deps.ts'
import type { RequestOrigin } from '../journal/journal.ts'
import { beginAttempt, blockedAt, giveBack } from './lockout.ts'
import { deleteExpired, endSession, openSession } from './queries.ts'
import { consumeStep, readStep, type Step } from './steps.ts'
import { enrolmentOf, openTotp, sealTotp, stepOfCode, totpSecretBytes } from './totp.ts'
import { accountBlocked, refuseBlocked, refuseWrong, signInFailed, type Refused } from './verdict.ts'

type SecondFactorDeps = Pick<Deps, 'db' | 'keys' | 'clock' | 'randomBytes' | 'journal'>
type StepProof = { readonly jwt: string; readonly binding: string | undefined }
type CodeProof = StepProof & { readonly code: string; readonly oldSession: string | undefined }

type TotpRow = Pick<Selectable<UsersTable>, 'totp_secret' | 'totp_pending' | 'last_step' | 'blocked_until'>

/**
 * The secret to enrol, until its first confirmed use; it stays the same from one sign-in to the next, so that
 * a code mistyped after scanning does not ask for a second scan.
 * @throws Refusal SIGN_IN_FAILED, ACCOUNT_BLOCKED
 */
export async function revealEnrolment(
  { db, keys, clock, randomBytes, journal }: SecondFactorDeps,
  proof: StepProof,
  origin: RequestOrigin,
): Promise<ReplyOf<typeof signIn.secondFactorSecret>> {
  const now = clock()
  const keyring = keys.keyring
  const step = await readStep(db, keyring, { ...proof, now })
  if (!step) throw signInFailed().refusal
  const pending = await db.transaction().execute(async (tx) => {
    // Both conditions in the statement: of two at once, one draws and the other reads what was drawn.
    await tx
      .updateTable('users')
      .set({ totp_pending: sealTotp(keyring, step.userId, 'totp_pending', randomBytes(totpSecretBytes)) })
      .where('id', '=', step.userId)
      .where('totp_pending', 'is', null)
      .where('totp_secret', 'is', null)
      .execute()
    const user = await totpRow(tx, step.userId)
    const until = blockedAt(user.blocked_until, now)
    if (until !== null) throw accountBlocked(until).refusal
    if (user.totp_secret !== null || user.totp_pending === null) return null
    const who = { id: step.userId, login: step.login }
    await journal.record(tx, who, origin, { action: 'second-factor.shown' })
    return user.totp_pending
  })
  if (pending === null) return { qrScanned: true, secret: null, qrCode: null }
  const secret = openTotp(keyring, step.userId, 'totp_pending', asSealed(pending))
  return { qrScanned: false, ...(await enrolmentOf(secret, step.login)) }
}

/**
 * Checks a code and opens the session. The try is counted, judged and taken back in one transaction that
 * holds the account's row, so neither a code nor a token nor a count can be used by two at once.
 * @returns the session cookie's value
 */
export async function checkCode(
  deps: SecondFactorDeps,
  { code, oldSession, ...proof }: CodeProof,
  origin: RequestOrigin,
): Promise<{ cookie: string } | Refused> {
  const { db, keys, clock, randomBytes, journal } = deps
  const now = clock()
  const keyring = keys.keyring
  const step = await readStep(db, keyring, { ...proof, now })
  if (!step) return signInFailed()
  const who = { id: step.userId, login: step.login }
  const notes = { journal, origin, who, step: 'code' } as const

  return db.transaction().execute(async (tx) => {
    const attempt = await beginAttempt(tx, { kind: 'account', id: step.userId }, now)
    if ('blockedUntil' in attempt) return refuseBlocked(tx, notes, attempt.blockedUntil)
    const taken = await takeCode(tx, keyring, { step, code, now })
    if (taken === 'wrong') return refuseWrong(tx, notes, attempt, now)
    if (!(await consumeStep(tx, step.jti, now))) {
      await giveBack(tx, attempt)
      return signInFailed()
    }
    await forgetFailures(tx, step.userId)
    // Always a new session, and the browser's former one ends: an id known before signing in is worth nothing.
    await endSession(tx, oldSession)
    const session = await openSession(tx, { random: randomBytes, now, origin }, step.userId)
    await deleteExpired(tx, now)
    const actor = { ...who, sessionId: session.id }
    if (taken === 'enrolled') await journal.record(tx, actor, origin, { action: 'second-factor.enrolled' })
    await journal.record(tx, actor, origin, { action: 'sign-in.done' })
    return { cookie: session.cookie }
  })
}

/** Takes a code that is right and was not taken before; the first one confirms the pending secret. */
async function takeCode(
  tx: Transaction<Tables>,
  keyring: Keyring,
  { step, code, now }: { step: Step; code: string; now: number },
): Promise<'right' | 'enrolled' | 'wrong'> {
  const { userId } = step
  const user = await totpRow(tx, userId)
  const column = user.totp_secret === null ? 'totp_pending' : 'totp_secret'
  const sealed = user[column]
  if (sealed === null) return 'wrong'
  const secret = openTotp(keyring, userId, column, asSealed(sealed))
  const lastStep = stepOfCode(secret, code, now, user.last_step)
  if (lastStep === null) return 'wrong'
  const enrols = column === 'totp_pending'
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({
      last_step: lastStep,
      ...(enrols && {
        totp_secret: sealTotp(keyring, userId, 'totp_secret', secret),
        totp_pending: null,
        qr_scanned: 1 as const,
      }),
    })
    .where('id', '=', userId)
    .where('last_step', '<', lastStep)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return 'wrong'
  return enrols ? 'enrolled' : 'right'
}

/** Both factors were right: the lockout begins anew. */
const forgetFailures = (tx: Transaction<Tables>, userId: number): Promise<unknown> =>
  tx
    .updateTable('users')
    .set({ failures: 0, blocks: 0, blocked_until: null })
    .where('id', '=', userId)
    .execute()

const totpRow = (tx: Transaction<Tables>, userId: number): Promise<TotpRow> =>
  tx
    .selectFrom('users')
    .select(['totp_secret', 'totp_pending', 'last_step', 'blocked_until'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
