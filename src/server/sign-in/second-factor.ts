import type { Selectable, Transaction } from 'kysely'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { signIn } from '#contract/sign-in.ts'
import { asSealed } from '../crypto/envelope.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { Tables, UsersTable } from '../database/tables.ts'
import type { Deps } from '../deps.ts'
import type { RequestOrigin } from '../journal/journal.ts'
import { blockedAt } from './lockout.ts'
import { endMailCode } from '../mail-codes/queries.ts'
import { isToEnrol, methodsOf } from './methods.ts'
import {
  proveSecondFactor,
  type SecondFactorDeps,
  type SecondFactorProof,
  type StepProof,
} from './session-opening.ts'
import { readStep, type Step } from '../access/steps.ts'
import { enrolmentOf, openTotp, sealTotp, stepOfCode, totpSecretBytes } from './totp.ts'
import { otherMethodsOf } from './other-factors.ts'
import { accountBlocked, stepRefused, type Refused } from './verdict.ts'

type TotpRow = Pick<
  Selectable<UsersTable>,
  'totp_secret' | 'totp_pending' | 'last_step' | 'blocked_until' | 'second_factor' | 'role'
>

/**
 * The secret to enrol, until its first confirmed use; it stays the same from one sign-in to the next, so that
 * a code mistyped after scanning does not ask for a second scan.
 * @throws Refusal SIGN_IN_FAILED, STEP_OVER, ACCOUNT_BLOCKED
 */
export async function revealEnrolment(
  { db, keys, clock, randomBytes, journal, config }: SecondFactorDeps & Pick<Deps, 'config'>,
  proof: StepProof,
  origin: RequestOrigin,
): Promise<ReplyOf<typeof signIn.secondFactorSecret>> {
  const now = clock()
  const keyring = keys.keyring
  const step = await readStep(db, keyring, { ...proof, now })
  if (!step) throw stepRefused(keyring, proof.jwt).refusal
  if (step.isProven) return { qrScanned: true, secret: null, qrCode: null, methods: ['sso'] }
  const { pending, methods } = await db.transaction().execute(async (tx) => {
    // Both conditions in the statement: of two at once, one draws and the other reads what was drawn.
    await tx
      .updateTable('users')
      .set({ totp_pending: sealTotp(keyring, step.userId, 'totp_pending', randomBytes(totpSecretBytes)) })
      .where('id', '=', step.userId)
      .where('totp_pending', 'is', null)
      .where('totp_secret', 'is', null)
      .where('second_factor', '=', 'totp')
      .execute()
    const user = await totpRow(tx, step.userId)
    const until = blockedAt(user.blocked_until, now)
    if (until !== null) throw accountBlocked(until).refusal
    const ways = methodsOf(user, config.mailCode)
    if (!isToEnrol(user) || user.totp_pending === null) return { pending: null, methods: ways }
    const who = { id: step.userId, login: step.login }
    await journal.record(tx, who, origin, { action: 'second-factor.shown' })
    return { pending: user.totp_pending, methods: ways }
  })
  if (pending === null) {
    const others = await otherMethodsOf(db, config, step.userId)
    return { qrScanned: true, secret: null, qrCode: null, methods: [...methods, ...others] }
  }
  const secret = openTotp(keyring, step.userId, 'totp_pending', asSealed(pending))
  return { qrScanned: false, ...(await enrolmentOf(secret, step.login)), methods }
}

/** Checks an authenticator code and opens the session. @returns the session cookie's value */
export function checkCode(
  deps: SecondFactorDeps,
  { code, ...proof }: SecondFactorProof & { readonly code: string },
  origin: RequestOrigin,
): Promise<{ cookie: string } | Refused> {
  return proveSecondFactor(deps, proof, origin, {
    step: 'code',
    take: async (tx, step, now) => {
      const taken = await takeCode(tx, deps.keys.keyring, { step, code, now })
      if (taken === 'wrong') return 'wrong'
      return taken === 'enrolled' ? [{ action: 'second-factor.enrolled' }] : []
    },
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
  if (user.totp_secret === null && !isToEnrol(user)) return 'wrong'
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

const totpRow = (tx: Transaction<Tables>, userId: number): Promise<TotpRow> =>
  tx
    .selectFrom('users')
    .select(['totp_secret', 'totp_pending', 'last_step', 'blocked_until', 'second_factor', 'role'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()

/** Takes a code of the authenticator in force, once; enrols nothing. */
export async function takeConfirmedCode(
  tx: Transaction<Tables>,
  keyring: Keyring,
  { userId, code, now }: { userId: number; code: string; now: number },
): Promise<boolean> {
  const user = await totpRow(tx, userId)
  if (user.totp_secret === null) return false
  const secret = openTotp(keyring, userId, 'totp_secret', asSealed(user.totp_secret))
  const lastStep = stepOfCode(secret, code, now, user.last_step)
  if (lastStep === null) return false
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ last_step: lastStep })
    .where('id', '=', userId)
    .where('last_step', '<', lastStep)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Draws the secret of another authenticator, pending until one of its codes is given; the present one serves on. */
export async function drawReplacement(
  tx: Transaction<Tables>,
  keyring: Keyring,
  userId: number,
  random: (size: number) => Uint8Array,
): Promise<Uint8Array> {
  const secret = random(totpSecretBytes)
  await tx
    .updateTable('users')
    .set({ totp_pending: sealTotp(keyring, userId, 'totp_pending', secret) })
    .where('id', '=', userId)
    .execute()
  return secret
}

/** Puts the pending authenticator in force by one of its codes; the former one serves no more. */
export async function confirmReplacement(
  tx: Transaction<Tables>,
  keyring: Keyring,
  { userId, code, now }: { userId: number; code: string; now: number },
): Promise<boolean> {
  const user = await totpRow(tx, userId)
  if (user.totp_pending === null) return false
  const secret = openTotp(keyring, userId, 'totp_pending', asSealed(user.totp_pending))
  // Another secret: which codes of the former one were taken says nothing of its own.
  const lastStep = stepOfCode(secret, code, now, 0)
  if (lastStep === null) return false
  await tx
    .updateTable('users')
    .set({
      last_step: lastStep,
      totp_secret: sealTotp(keyring, userId, 'totp_secret', secret),
      totp_pending: null,
      qr_scanned: 1,
      second_factor: 'totp',
    })
    .where('id', '=', userId)
    .execute()
  await endMailCode(tx, userId)
  return true
}
