import type { Kysely, Selectable } from 'kysely'
import { isGenuine, proofColumns } from '#server/access/authority.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import type { secondFactorMethods } from '#contract/identity/sign-in.ts'
import { roleMay } from '#domain/platform/roles.ts'
import type { MailCodePolicy } from '#server/identity/settings.ts'
import type { Tables } from '#server/platform/database/tables.ts'

export type SecondFactorMethod = (typeof secondFactorMethods)[number]

/** The columns of an account that determine its second factor methods. */
export type FactorRow = Pick<Selectable<Tables['users']>, 'second_factor' | 'totp_secret' | 'role'>

/** Whether an account has no second factor yet. The next sign-in then enrols one. */
export const isToEnrol = ({ second_factor: factor, totp_secret: secret }: FactorRow): boolean =>
  factor === 'totp' && secret === null

/**
 * Whether an account may use a code by mail: it chose mail, or has no second factor yet and chooses it now.
 * Mail is never a way around an authenticator. Administrators are excluded unless a setting allows them.
 */
export function mayUseMailCode(user: FactorRow, policy: MailCodePolicy): boolean {
  if (policy === 'off') return false
  if (policy === 'users' && roleMay(user.role, 'openBackOffice')) return false
  return user.second_factor === 'mail' || isToEnrol(user)
}

/** Whether an account may replace its authenticator by mail. */
export const mayChooseMail = (user: FactorRow, policy: MailCodePolicy): boolean =>
  user.second_factor !== 'mail' &&
  (policy === 'all' || (policy === 'users' && !roleMay(user.role, 'openBackOffice')))

/**
 * Returns the methods with which an account may give its second factor, the preferred one first. None is left
 * when the settings or the role no longer allow the chosen one: its owner's mailbox or an administrator then
 * resets it.
 */
export function methodsOf(user: FactorRow, policy: MailCodePolicy): SecondFactorMethod[] {
  const mail: SecondFactorMethod[] = mayUseMailCode(user, policy) ? ['mail'] : []
  const totp: SecondFactorMethod[] = user.totp_secret !== null || isToEnrol(user) ? ['totp'] : []
  return user.second_factor === 'mail' ? [...mail, ...totp] : [...totp, ...mail]
}

/**
 * Returns the columns of an account for its second factors and the mails about them.
 * @throws Refusal USER_NOT_FOUND when the server did not write the row
 */
export async function factorRowOf(db: Kysely<Tables>, userId: number) {
  const row = await db
    .selectFrom('users')
    .select(['totp_secret', 'totp_mark', 'last_step', 'used_steps', 'blocked_until'])
    .select(['first_name', 'last_name'])
    .select(proofColumns('users'))
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!row || !isGenuine(db, 'users', row, { id: userId })) throw new Refusal('USER_NOT_FOUND')
  return row
}
