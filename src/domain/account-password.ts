import { fold } from './folding.ts'
import { accountPasswordLengths, masterKeyLimits } from './limits.ts'
import { measureStrength } from './password-strength.ts'

export type AccountPasswordFault =
  | 'TOO_SHORT'
  | 'TOO_SHORT_FOR_ADMINISTRATOR'
  | 'TOO_LONG'
  | 'HOLDS_LOGIN'
  | 'COMMON'
export type MasterKeyFault = 'TOO_SHORT' | 'TOO_LONG' | 'TOO_FEW_BITS' | 'COMMON'

/** A login shorter than this is found in anything by chance. */
const shortestLogin = 3
/** So many digits or signs around a common password do not make it another one. */
const longestDecoration = 8

/**
 * What is wrong with a password chosen for an account; empty when it may be used. There is no rule of
 * composition (NIST SP 800-63B, ANSSI 2021): length, the login, the blocklist.
 *
 * @param choice.administers whether the account holds an administrator's role, which asks for a longer password
 * @param choice.blocklist common passwords in lower case (`blocklistOf`)
 */
export function accountPasswordFaults(choice: {
  password: string
  login: string
  administers: boolean
  blocklist: ReadonlySet<string>
}): AccountPasswordFault[] {
  const { password, login, administers, blocklist } = choice
  const { minimum, minimumForAdministrators, maximum } = accountPasswordLengths
  const length = Array.from(password).length
  const faults: AccountPasswordFault[] = []
  if (administers && length < minimumForAdministrators) faults.push('TOO_SHORT_FOR_ADMINISTRATOR')
  else if (length < minimum) faults.push('TOO_SHORT')
  if (length > maximum) faults.push('TOO_LONG')
  if (login.length >= shortestLogin && fold(password).includes(fold(login))) faults.push('HOLDS_LOGIN')
  if (isCommonPassword(password, blocklist)) faults.push('COMMON')
  return faults
}

/** What is wrong with a master key; empty when it may be used. Lengths in code points, bits by the ANSSI count. */
export function masterKeyFaults(masterKey: string, blocklist: ReadonlySet<string>): MasterKeyFault[] {
  const { length, strength } = measureStrength(masterKey)
  const faults: MasterKeyFault[] = []
  if (length < masterKeyLimits.minimum) faults.push('TOO_SHORT')
  if (length > masterKeyLimits.maximum) faults.push('TOO_LONG')
  if (strength < masterKeyLimits.minimumBits) faults.push('TOO_FEW_BITS')
  if (isCommonPassword(masterKey, blocklist)) faults.push('COMMON')
  return faults
}

/**
 * Whether a password stands in the blocklist: as it is, with a few digits or signs around (`Password2026!`), or
 * as something short or listed said several times (`azertyazerty`, `abcabcabcabc`).
 */
export function isCommonPassword(password: string, blocklist: ReadonlySet<string>): boolean {
  const text = fold(password)
  const repeated = repeatedPart(text)
  if (repeated !== text && (repeated.length <= 4 || blocklist.has(repeated))) return true
  const core = text.replace(/^[^\p{L}]{1,8}/u, '').replace(/[^\p{L}]{1,8}$/u, '')
  return blocklist.has(text) || (text.length - core.length <= longestDecoration && blocklist.has(core))
}

/** The shortest part which, repeated, makes the whole text; the text itself when there is none. */
function repeatedPart(text: string): string {
  // A text is periodic exactly when it is found again inside itself doubled, before its own end.
  const period = (text + text).indexOf(text, 1)
  return period > 0 && period < text.length ? text.slice(0, period) : text
}
