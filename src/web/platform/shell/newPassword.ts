import { accountPasswordFaults } from '#domain/platform/account-password.ts'
import { accountPasswordTexts } from '#texts/platform/account-passwords.ts'
import { follows, required } from './checks.ts'

/** The server checks common passwords: the lists are too large for the page. */
const isCommon = (): boolean => false

/**
 * Returns the fault of a new account password, without the checks that only the server makes: common and
 * former ones.
 * @param of.administers null where the account is not known
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
