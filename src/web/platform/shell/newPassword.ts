import { accountPasswordFaults } from '#domain/platform/account-password.ts'
import { accountPasswordTexts } from '#texts/platform/account-passwords.ts'
import { follows, required } from './checks.ts'

/** The server judges what is common: its lists would weigh more than the page. */
const isCommon = (): boolean => false

/**
 * What a page knows to be wrong with a new password of an account, as the server judges it; the server alone knows the
 * common and the former ones.
 * @param of.administers null where it is not known whose it will be
 */
export function newPasswordFault(
  password: string,
  of: { login: string; administers: boolean | null },
): string | null {
  const choice = { password, login: of.login, administers: of.administers ?? false, isCommon }
  const [fault] = accountPasswordFaults(choice)
  return (
    required(password) ??
    (fault ? accountPasswordTexts[fault] : follows('REGEX_PASSWORD', accountPasswordTexts.TOO_LONG)(password))
  )
}
