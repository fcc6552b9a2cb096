import { accountLimits } from '#domain/platform/limits.ts'

/** Crockford's alphabet: no letter is taken for a digit. */
export const recoveryLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const groupLetters = 5
const onlyLetters = new RegExp(`^[${recoveryLetters}]{${accountLimits.recoveryCodeLetters}}$`)

/** A code as people read it: in groups. */
export const shownRecoveryCode = (code: string): string =>
  code.match(new RegExp(`.{${groupLetters}}`, 'g'))?.join('-') ?? code

/**
 * A code as it was typed, in the letters in which it was drawn: case, spaces and hyphens do not matter, I and L are
 * read as 1, O as 0.
 * @returns null for what is no code at all
 */
export function canonicalRecoveryCode(typed: string): string | null {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '').replace(/[IL]/g, '1').replace(/O/g, '0')
  return onlyLetters.test(letters) ? letters : null
}
