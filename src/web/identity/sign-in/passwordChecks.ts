import { passwordPageTexts } from '#texts/identity/passwords.ts'
import { required } from '#web/platform/shell/checks.ts'
import { newPasswordFault } from '#web/platform/shell/newPassword.ts'
import type { Checks } from '#web/platform/ui/useForm.ts'
import { loginFault } from './loginFault.ts'
import type { PasswordRule } from './passwordRule.ts'

/** The form of both ways: a link requires neither the login nor the old password. */
export type PasswordValues = { login: string; oldPassword: string; newPassword: string; confirmation: string }

/** Required by the specification, although equality is enough. */
const shortestConfirmation = 3

export function passwordChecks(way: 'byLink' | 'byOld', administers: PasswordRule): Checks<PasswordValues> {
  const rules: Checks<PasswordValues> = {
    newPassword: (text, { login }) => newPasswordFault(text, { login, administers }),
    confirmation: (text, { newPassword }) =>
      required(text) ??
      (text === newPassword && text.length >= shortestConfirmation
        ? null
        : passwordPageTexts.confirmationDiffers),
  }
  if (way === 'byLink') return rules
  return {
    login: loginFault,
    oldPassword: required,
    ...rules,
  }
}
