import { passwordChangeReasons, type PasswordChangeReason } from '#domain/platform/password-change-reasons.ts'

export type PasswordRule = {
  /** Whether the new password is an administrator's and must be longer; null where that is unknown. */
  readonly administers: boolean | null
  /** Why the present one must be replaced; null where that is unknown. */
  readonly reason: PasswordChangeReason | null
  /** What counts as guessed first besides the login; of an account that only the old password proves, nothing. */
  readonly words: readonly string[]
}
export const unknownRule: PasswordRule = { administers: null, reason: null, words: [] }

const key = 'password-rule'

/** Stores for the next page the rule returned by a first step, for a password that must be changed. */
export function storePasswordRule(login: string, details: unknown): void {
  const told = typeof details === 'object' && details !== null ? details : {}
  const administers = 'administers' in told ? told.administers : null
  const given = 'reason' in told ? told.reason : null
  const reason = passwordChangeReasons.find((one) => one === given) ?? null
  sessionStorage.setItem(key, JSON.stringify([login, { ...unknownRule, administers, reason }]))
}

export const removePasswordRule = (): void => sessionStorage.removeItem(key)

/** Returns the rule that a first step of this tab stored for an account. */
export function storedPasswordRule(login: string): PasswordRule {
  const [whose, rule] = JSON.parse(sessionStorage.getItem(key) ?? '[]') as [string?, PasswordRule?]
  return whose === login ? (rule ?? unknownRule) : unknownRule
}
