import { elapsedSince } from '#domain/platform/moments.ts'
import type { Kysely, Transaction } from 'kysely'
import type { PasswordChangeReason } from '#domain/platform/password-change-reasons.ts'
import { accountPasswordLengths } from '#domain/platform/limits.ts'
import { roleMay, userStates, type Role } from '#domain/platform/roles.ts'
import type { Sealed } from '#server/platform/crypto/envelope.ts'
import { genuineUser } from '#server/access/account-rows.ts'
import type { Owner } from '#server/platform/crypto/place.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/** An account as the first step of sign-in needs it. */
export type Candidate = {
  readonly id: number
  readonly login: string
  readonly isActive: boolean
  readonly role: Role
  /** Null when a directory keeps the account's password, or it is not set yet or was ended. */
  readonly hash: StoredHash | null
}

type StoredHash = {
  readonly id: number
  readonly sealed: Sealed
  /** The account that it is sealed for. */
  readonly owner: Owner
  /** When the password was set, in milliseconds. */
  readonly setAt: number
  /** Another person chose it. */
  readonly mustChange: boolean
}

/** Returns the account of a folded login, or null. The login of a deleted account is free again. */
export async function candidateOf(db: Kysely<Tables>, loginKey: string): Promise<Candidate | null> {
  // PostgreSQL refuses a text parameter that holds NUL.
  if (loginKey.includes('\0')) return null
  const row = await db
    .selectFrom('users as u')
    .leftJoin('password_hashes as h', 'h.user_id', 'u.id')
    .select([
      'u.id',
      'u.login',
      'u.state_id',
      'u.deleted_at',
      'u.ad_id',
      'u.mark',
      'h.id as hash_id',
      'h.hash',
    ])
    .select(['h.user_mark', 'h.ended_at', 'h.created_at as set_at', 'h.must_change', 'u.role'])
    .where('u.login_key', '=', loginKey)
    .orderBy('h.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row || row.deleted_at !== null) return null
  const { hash, hash_id: id, set_at: setAt } = row
  // Another account had this number, or has it now: its password is none of this one's.
  const isOwn = row.user_mark === null || row.user_mark === row.mark
  const isUsable = row.ad_id === null && row.ended_at === null && isOwn
  return {
    id: row.id,
    login: row.login,
    isActive: row.state_id === userStates.active,
    role: row.role,
    hash:
      isUsable && hash && id !== null && setAt !== null
        ? {
            id,
            sealed: hash,
            owner: { id: row.id, mark: row.user_mark },
            setAt,
            mustChange: row.must_change === 1,
          }
        : null,
  }
}

/** Whether the account's password is still the one that was read. */
export async function isCurrentHash(tx: Transaction<Tables>, { id, hash }: Candidate): Promise<boolean> {
  // The account as the server wrote it: what was read before the comparison was not verified.
  const user = await genuineUser(tx, id)
  if (user?.state_id !== userStates.active || user.deleted_at !== null || user.ad_id !== null) return false
  if (hash?.owner.mark != null && hash.owner.mark !== user.mark) return false
  const row = await tx
    .selectFrom('password_hashes')
    .select(['id', 'ended_at'])
    .where('user_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined && row.id === hash?.id && row.ended_at === null
}

const dayMs = 24 * 3_600_000

/** Returns why a password must be changed whatever it is, or null. */
export function ageReason(
  { hash }: Pick<Candidate, 'hash'>,
  { now, maxDays }: { now: number; maxDays: number | null },
): 'chosen-by-another' | 'age' | null {
  if (hash === null) return null
  if (hash.mustChange) return 'chosen-by-another'
  return maxDays !== null && elapsedSince(hash.setAt, now) >= maxDays * dayMs ? 'age' : null
}

/** Returns why a password must be changed before it signs in, or null. */
export function reasonToChange(
  { hash, role }: Pick<Candidate, 'hash' | 'role'>,
  password: string,
  { now, maxDays, isGuessable }: { now: number; maxDays: number | null; isGuessable: boolean },
): PasswordChangeReason | null {
  if (hash === null) return null
  const reason = ageReason({ hash }, { now, maxDays })
  if (reason !== null) return reason
  const isShort = Array.from(password).length < accountPasswordLengths.minimumForAdministrators
  if (isShort && roleMay(role, 'openBackOffice')) return 'length'
  return isGuessable ? 'guessable' : null
}
