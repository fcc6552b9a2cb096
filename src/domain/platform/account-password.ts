import type { CommonPasswordCheck } from './common-password.ts'
import { fold } from './folding.ts'
import { accountPasswordLengths, masterKeyLimits } from './limits.ts'
import { measureStrength } from './password-strength.ts'

export type AccountPasswordFault =
  | 'TOO_SHORT'
  | 'TOO_SHORT_FOR_ADMINISTRATOR'
  | 'TOO_LONG'
  | 'HOLDS_LOGIN'
  | 'COMMON'
  | 'GUESSABLE'
export type MasterKeyFault = 'TOO_SHORT' | 'TOO_LONG' | 'TOO_FEW_BITS' | 'COMMON' | 'GUESSABLE'

/** Shorter logins occur in other words by chance. */
const shortestLogin = 3

/**
 * Returns the faults of a new account password; empty when it is allowed, if it takes enough guesses besides
 * (`passwordFloors`). There is no rule of composition (NIST SP 800-63B, ANSSI 2021): only length, the login, common
 * passwords and the number of guesses count.
 *
 * @param choice.administers whether the account has an administrator's role, which needs a longer password
 * @param choice.isCommon recognises common passwords (`createCommonPasswordCheck`)
 */
export function accountPasswordFaults(choice: {
  password: string
  login: string
  administers: boolean
  isCommon: CommonPasswordCheck
}): AccountPasswordFault[] {
  const { password, login, administers, isCommon } = choice
  const { minimum, minimumForAdministrators, maximum } = accountPasswordLengths
  const length = Array.from(password).length
  const faults: AccountPasswordFault[] = []
  if (administers && length < minimumForAdministrators) faults.push('TOO_SHORT_FOR_ADMINISTRATOR')
  else if (length < minimum) faults.push('TOO_SHORT')
  if (length > maximum) faults.push('TOO_LONG')
  if (login.length >= shortestLogin && fold(password).includes(fold(login))) faults.push('HOLDS_LOGIN')
  if (isCommon(password)) faults.push('COMMON')
  return faults
}

/**
 * Returns the faults of a master key; empty when it is allowed, if it takes enough guesses besides. Lengths are in code
 * points, bits by the ANSSI count.
 */
export function masterKeyFaults(masterKey: string, isCommon: CommonPasswordCheck): MasterKeyFault[] {
  const { length, strength } = measureStrength(masterKey)
  const faults: MasterKeyFault[] = []
  if (length < masterKeyLimits.minimum) faults.push('TOO_SHORT')
  if (length > masterKeyLimits.maximum) faults.push('TOO_LONG')
  if (strength < masterKeyLimits.minimumBits) faults.push('TOO_FEW_BITS')
  if (isCommon(masterKey)) faults.push('COMMON')
  return faults
}
