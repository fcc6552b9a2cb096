/** Whether the new password is an administrator's, which is longer; null where that is not known. */
export type PasswordRule = boolean | null

const key = 'password-rule'

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
