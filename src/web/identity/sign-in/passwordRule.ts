/** Whether the new password is an administrator's and must be longer; null where that is unknown. */
export type PasswordRule = boolean | null

const key = 'password-rule'

/** Stores for the next page the rule returned by a first step, for a password that must be changed. */
export function storePasswordRule(login: string, details: unknown): void {
  const isTold = typeof details === 'object' && details !== null && 'administers' in details
  sessionStorage.setItem(key, JSON.stringify([login, isTold ? details.administers : null]))
}

export const removePasswordRule = (): void => sessionStorage.removeItem(key)

/** Returns the rule that a first step of this tab stored for an account. */
export function storedPasswordRule(login: string): PasswordRule {
  const [whose, administers] = JSON.parse(sessionStorage.getItem(key) ?? '[]') as [string?, PasswordRule?]
  return whose === login ? (administers ?? null) : null
}
