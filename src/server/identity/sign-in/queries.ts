import type { Kysely, Transaction } from 'kysely'
import { roleMay, type Role } from '#domain/platform/roles.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/** Who may enter, and what they must know: for the rooms that set passwords and change what lets one in. */
export { checkAccountPassword } from './account.ts'
export { isCurrentHash, type Candidate } from './candidate.ts'
export { provePassword } from './first-factor.ts'
export {
  confirmReplacement,
  drawReplacement,
  endOtherEnrolments,
  takeConfirmedCode,
} from './second-factor.ts'
export { enrolmentOf } from './totp.ts'

/** How a guess is counted and refused, whatever it was a guess at. */
export { beginAttempt, blockedAt, giveBack } from './lockout.ts'
export { accountBlocked, refuseBlocked, refuseWrong, stepRefused, type Refused } from './verdict.ts'

/** Which second factors an account has, and how one of them opens the session. */
export { otherMethodsOf } from './other-factors.ts'
export { factorRowOf, isToEnrol, mayChooseMail, mayTakeMailCode, type FactorRow } from './methods.ts'
export { enterBy, proveProvenStep, proveSecondFactor } from './session-opening.ts'
export type { SecondFactorDeps, SecondFactorJudge, StepProof } from './session-opening.ts'

/** Sessions, as other features end them and go on under another one. */
export { rotateSession } from './session-rotation.ts'
export { deleteExpired, endSessionOf, endSessionsOf, liveSessionsOf } from './sessions.ts'

/** Who is counted apart from their network. */
export { anyBrowserOf, browserOf, sessionOf } from './recognised.ts'

/** Costly work of others is bounded as sign-ins are. */
export { hashWithin, orBusy, takeWithin, verifyWithin } from './busy.ts'

export type CurrentBank = { readonly id: number; readonly label: string }

/**
 * The bank that a user works in: the last one chosen, as long as it is active and theirs; null for all banks.
 * Who may not see all banks always has one, the first attached by default, unless there is none.
 */
export async function currentBankOf(
  db: Kysely<Tables>,
  user: { id: number; role: Role; lastBankId: number | null },
): Promise<CurrentBank | null> {
  const seesAll = roleMay(user.role, 'seeAllBanks')
  if (seesAll && user.lastBankId === null) return null
  let banks = db
    .selectFrom('banks as b')
    .select(['b.id', 'b.label'])
    .where('b.active', '=', 1)
    .orderBy('b.id')
  if (!roleMay(user.role, 'manageEverything')) {
    banks = banks.where((is) =>
      is.or([
        is.exists(
          is
            .selectFrom('bank_users as bu')
            .select('bu.id')
            .whereRef('bu.bank_id', '=', 'b.id')
            .where('bu.user_id', '=', user.id),
        ),
        is.exists(
          is
            .selectFrom('bank_teams as bt')
            .innerJoin('team_users as tu', 'tu.team_id', 'bt.team_id')
            .select('bt.id')
            .whereRef('bt.bank_id', '=', 'b.id')
            .where('tu.user_id', '=', user.id),
        ),
      ]),
    )
  }
  if (seesAll && user.lastBankId !== null) banks = banks.where('b.id', '=', user.lastBankId)
  const found = await banks.execute()
  return found.find((bank) => bank.id === user.lastBankId) ?? (seesAll ? null : (found[0] ?? null))
}

/**
 * The same for a thing that is made in it: the bank stays until the transaction ends, and is looked for once more
 * when it was waited for. Who lost it meanwhile makes the thing in no bank.
 */
export async function lockCurrentBank(
  tx: Transaction<Tables>,
  user: Parameters<typeof currentBankOf>[1],
): Promise<CurrentBank | null> {
  const bank = await currentBankOf(tx, user)
  if (!bank) return null
  await lockRows(tx, 'banks', [bank.id])
  const still = await currentBankOf(tx, user)
  return still?.id === bank.id ? still : null
}
