import { passwords } from '#contract/passwords.ts'
import { call } from '#web/api/client.ts'

/** Whether the new password is an administrator's, which is longer; null where that is not known. */
export type PasswordRule = boolean | null

/** A page that tells both rules is better than none; in milliseconds. */
const patience = 4_000
const key = 'password-rule'

/** The rule of whom a link was sent to, asked before the first picture; never fails. */
export const askPasswordRule = (token: string): Promise<PasswordRule> =>
  call(passwords.rule, { body: { token }, signal: AbortSignal.timeout(patience) }).then(
    ({ administers }) => administers,
    () => null,
  )

/** Keeps for the next page what a first step has told of the password that must be changed. */
export function keepPasswordRule(login: string, details: unknown): void {
  const isTold = typeof details === 'object' && details !== null && 'administers' in details
  sessionStorage.setItem(key, JSON.stringify([login, isTold ? details.administers : null]))
}

export const forgetPasswordRule = (): void => sessionStorage.removeItem(key)

/** What a first step of this tab has told of an account. */
export function keptPasswordRule(login: string): PasswordRule {
  const [whose, administers] = JSON.parse(sessionStorage.getItem(key) ?? '[]') as [string?, PasswordRule?]
  return whose === login ? (administers ?? null) : null
}
