import { accountPasswordFaults } from '#domain/account-password.ts'
import { authTexts } from '#texts/auth.ts'
import { accountPasswordTexts } from '#texts/password-strength.ts'
import { passwordPageTexts } from '#texts/passwords.ts'
import { all, follows, required } from '#web/shell/checks.ts'
import type { Checks } from '#web/ui/useForm.ts'

/** The form of both ways: by a link neither the login nor the old password is asked. */
export type PasswordValues = { login: string; oldPassword: string; newPassword: string; confirmation: string }

/** The specification's own bound, besides being the same. */
const shortestConfirmation = 3
/** The lists of common passwords stay with the server: they would weigh more than the page. */
const noList: ReadonlySet<string> = new Set()

/** What a page knows to be wrong with a new password; the server alone knows the role and the former ones. */
const faultOf = (password: string, login: string): string | null => {
  const [fault] = accountPasswordFaults({ password, login, administers: false, blocklist: noList })
  return fault ? accountPasswordTexts[fault] : null
}

const rules: Checks<PasswordValues> = {
  newPassword: (text, { login }) =>
    all(required, follows('REGEX_PASSWORD', passwordPageTexts.passwordFormat))(text) ?? faultOf(text, login),
  confirmation: (text, { newPassword }) =>
    required(text) ??
    (text === newPassword && text.length >= shortestConfirmation
      ? null
      : passwordPageTexts.confirmationDiffers),
}

export const passwordChecks: Record<'byLink' | 'byOld', Checks<PasswordValues>> = {
  byLink: rules,
  byOld: {
    login: all(required, follows('REGEX_LOGIN', authTexts.loginFormat)),
    oldPassword: required,
    ...rules,
  },
}
