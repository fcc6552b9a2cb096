import type { Kysely, Transaction } from 'kysely'
import { roleMay, userStates, type Role } from '#domain/roles.ts'
import type { Sealed } from '../crypto/envelope.ts'
import { lockRows } from '../database/lock-rows.ts'
import type { Tables } from '../database/tables.ts'

/** Costly work of others is bounded as sign-ins are. */
export { orBusy } from './busy.ts'
/** What the features that manage people need of the links by which a password is set. */
export { createPasswordLink, endPasswordLinks, resetPassword } from './password-links.ts'
/** What single sign-on needs of them, and of the steps. */
export { consumePasswordLink, holderOfLink } from './password-links.ts'
export { issueStep } from './steps.ts'
export { afterSignIn, proveProvenStep } from './session-opening.ts'
export { deleteExpired, endSessionsOf } from './sessions.ts'
/** And of the reset of a second factor. */
export { decideFactorReset, dropSecondFactor, endFactorResets, waitingFactorResets } from './factor-resets.ts'

/** What « Mon compte » tells of the second factor. */
export { mayChooseMail } from './methods.ts'

/** An account as step 1 needs it: who may enter, and the hash that tells. */
export type Candidate = {
  readonly id: number
  readonly login: string
  readonly isActive: boolean
  readonly role: Role
  /** Null for an account whose password is kept by a directory, not set yet, or taken away. */
  readonly hash: StoredHash | null
}

type StoredHash = {
  readonly id: number
  readonly sealed: Sealed
  /** When the password was set, in milliseconds. */
  readonly setAt: number
  /** Somebody else chose it. */
  readonly mustChange: boolean
}

/** The account of a login (by its folded key), deleted ones left out: their login is free again. */
export async function candidateOf(db: Kysely<Tables>, loginKey: string): Promise<Candidate | null> {
  // PostgreSQL does not even compare with it.
  if (loginKey.includes('\0')) return null
  const row = await db
    .selectFrom('users as u')
    .leftJoin('password_hashes as h', 'h.user_id', 'u.id')
    .select(['u.id', 'u.login', 'u.state_id', 'u.deleted_at', 'u.ad_id', 'h.id as hash_id', 'h.hash'])
    .select(['h.ended_at', 'h.created_at as set_at', 'h.must_change', 'u.role'])
    .where('u.login_key', '=', loginKey)
    .orderBy('h.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row || row.deleted_at !== null) return null
  const { hash, hash_id: id, set_at: setAt } = row
  const isUsable = row.ad_id === null && row.ended_at === null
  return {
    id: row.id,
    login: row.login,
    isActive: row.state_id === userStates.active,
    role: row.role,
    hash:
      isUsable && hash && id !== null && setAt !== null
        ? { id, sealed: hash, setAt, mustChange: row.must_change === 1 }
        : null,
  }
}

/** Whether an account's password is still the one that was read. */
export async function isCurrentHash(tx: Transaction<Tables>, { id, hash }: Candidate): Promise<boolean> {
  const row = await tx
    .selectFrom('password_hashes')
    .select(['id', 'ended_at'])
    .where('user_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined && row.id === hash?.id && row.ended_at === null
}

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
