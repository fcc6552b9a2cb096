/**
 * In base32 letters. Fewer than 8 (40 bits) are a typing mistake; RFC 4226 requires 26, and many sites use 16. The longest
 * secret of RFC 6238, 64 bytes, has 103.
 */
const [shortest, longest] = [8, 1024]

/** Digits that are mistaken for base32 letters, as KeePassXC reads them (`Base32::sanitizeInput`, 2.7.4). */
const lookAlikes: Readonly<Record<string, string>> = { '0': 'O', '1': 'L', '8': 'B' }

/** What people and pages put between groups of letters: any blank, invisible characters, dashes. */
const separators = /[\s\u00ad\u200b-\u2015\u2060\u2212-]/g

/**
 * Returns an OTP secret as upper-case base32 without padding (RFC 4648); null if it is none.
 * @param readsLookAlikes whether 0, 1 and 8 stand for O, L and B, as in KeePassXC. Elsewhere a 1 may be an I.
 */
export function tidyBase32(text: string, readsLookAlikes: boolean = false): string | null {
  // Only the first sign of a run looks for the end: each doing so is quadratic, and files hold texts of any length.
  const plain = text.replaceAll(separators, '').replace(/(?<!=)=+$/, '')
  const letters = readsLookAlikes ? plain.replaceAll(/[018]/g, (digit) => lookAlikes[digit] ?? digit) : plain
  // Checked before the change of case, which makes ASCII letters of some others.
  if (!/^[A-Za-z2-7]+$/.test(letters)) return null
  // A last group of 1, 3 or 6 letters is no whole number of bytes: its last letter carries no data.
  const whole = [1, 3, 6].includes(letters.length % 8) ? letters.slice(0, -1) : letters
  return whole.length < shortest || whole.length > longest ? null : whole.toUpperCase()
}
