import { accountLimits } from '#domain/platform/limits.ts'

/** Crockford's base32 alphabet, without letters that look like digits. */
export const recoveryLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const groupLetters = 5
const onlyLetters = new RegExp(`^[${recoveryLetters}]{${accountLimits.recoveryCodeLetters}}$`)

/** Returns a code in groups, as it is shown. */
export const shownRecoveryCode = (code: string): string =>
  code.match(new RegExp(`.{${groupLetters}}`, 'g'))?.join('-') ?? code

/**
 * Returns a typed code in canonical letters: case, spaces and hyphens are ignored, I and L are read as 1, O
 * as 0.
 * @returns null for a text that is not a code
 */
export function canonicalRecoveryCode(typed: string): string | null {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '').replace(/[IL]/g, '1').replace(/O/g, '0')
  return onlyLetters.test(letters) ? letters : null
}
