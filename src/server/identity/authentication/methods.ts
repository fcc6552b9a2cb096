import type { Kysely, Selectable } from 'kysely'
import type { secondFactorMethods } from '#contract/identity/sign-in.ts'
import { roleMay } from '#domain/platform/roles.ts'
import type { MailCodePolicy } from '#server/identity/settings.ts'
import type { Tables, UsersTable } from '#server/platform/database/tables.ts'

export type SecondFactorMethod = (typeof secondFactorMethods)[number]

/** What of an account tells how it may give its second factor. */
export type FactorRow = Pick<Selectable<UsersTable>, 'second_factor' | 'totp_secret' | 'role'>

/** Whether an account has no second factor yet: the next sign-in enrols one. */
export const isToEnrol = ({ second_factor: factor, totp_secret: secret }: FactorRow): boolean =>
  factor === 'totp' && secret === null

/**
 * Whether an account may take a code by mail. It serves who chose it, or who has no second factor yet and chooses it
 * now: never as a way around an authenticator. Administrators are kept out of it unless a setting lets them in.
 */
export function mayTakeMailCode(user: FactorRow, policy: MailCodePolicy): boolean {
  if (policy === 'off') return false
  if (policy === 'users' && roleMay(user.role, 'openBackOffice')) return false
  return user.second_factor === 'mail' || isToEnrol(user)
}

/** Whether a person may choose the mail in place of the authenticator. */
export const mayChooseMail = (user: FactorRow, policy: MailCodePolicy): boolean =>
  user.second_factor !== 'mail' &&
  (policy === 'all' || (policy === 'users' && !roleMay(user.role, 'openBackOffice')))

/**
 * Every way in which an account may give its second factor, the one to offer first in front. None is left when the
 * settings or the role no longer allow what the account chose: it is then reset by its owner's mailbox or by an
 * administrator, never by the password alone.
 */
export function methodsOf(user: FactorRow, policy: MailCodePolicy): SecondFactorMethod[] {
  const mail: SecondFactorMethod[] = mayTakeMailCode(user, policy) ? ['mail'] : []
  const totp: SecondFactorMethod[] = user.totp_secret !== null || isToEnrol(user) ? ['totp'] : []
  return user.second_factor === 'mail' ? [...mail, ...totp] : [...totp, ...mail]
}

export const factorRowOf = (db: Kysely<Tables>, userId: number) =>
  db
    .selectFrom('users')
    .select(['second_factor', 'totp_secret', 'role', 'blocked_until', 'email'])
    .select(['login', 'first_name', 'last_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
