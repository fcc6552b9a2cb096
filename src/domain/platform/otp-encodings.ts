import { Secret as OtpSecret } from 'otpauth'

/** How a program writes an OTP secret. The names are those of KeePass's fields, `utf8` being the one without a name. */
export type SecretEncoding = 'base32' | 'hex' | 'base64' | 'utf8'

/**
 * In base32 letters. Fewer than 8 (40 bits) are a typing mistake; RFC 4226 requires 26, and many sites use 16. The longest
 * secret of RFC 6238, 64 bytes, has 103.
 */
export const secretLength = { shortest: 8, longest: 1024 } as const

/** Digits that are mistaken for base32 letters, as KeePassXC reads them (`Base32::sanitizeInput`, 2.7.4). */
const lookAlikes: Readonly<Record<string, string>> = { '0': 'O', '1': 'L', '8': 'B' }

/** What people and pages put between groups of letters: any blank, invisible characters, dashes. */
const separators = /[\s\u00ad\u200b-\u200d\u2060\ufeff\-\u2010-\u2015\u2212]/gu

const readers: Readonly<Record<SecretEncoding, (text: string) => string | null>> = {
  base32: (text) => {
    const letters = text.replaceAll(separators, '').replace(/=+$/, '')
    // Checked before the change of case, which makes ASCII letters of some others.
    if (!/^[A-Za-z2-7]+$/.test(letters)) return null
    // A last group of 1, 3 or 6 letters is no whole number of bytes: its last letter carries no data.
    const whole = [1, 3, 6].includes(letters.length % 8) ? letters.slice(0, -1) : letters
    return whole.toUpperCase()
  },
  hex: (text) => {
    const digits = text.replaceAll(separators, '').replaceAll(':', '')
    return /^[0-9A-Fa-f]+$/.test(digits) && digits.length % 2 === 0 ? OtpSecret.fromHex(digits).base32 : null
  },
  base64: (text) => {
    // A query string turns a plus sign into a space.
    const letters = text.replaceAll(' ', '+').replace(/=+$/, '')
    if (!/^[A-Za-z0-9+/]+$/.test(letters) || letters.length % 4 === 1) return null
    const bytes = Uint8Array.from(atob(letters), (character) => character.charCodeAt(0))
    return new OtpSecret({ buffer: bytes.buffer }).base32
  },
  utf8: (text) => (text === '' ? null : OtpSecret.fromUTF8(text).base32),
}

/**
 * Returns an OTP secret as upper-case base32 without padding (RFC 4648); null if it is none in this encoding.
 * @param readsLookAlikes whether 0, 1 and 8 stand for O, L and B, as in KeePassXC. Elsewhere a 1 may be an I.
 */
export function toBase32(
  text: string,
  encoding: string = 'base32',
  readsLookAlikes: boolean = false,
): string | null {
  if (text.length > 2 * secretLength.longest || !isEncoding(encoding)) return null
  const isMended = readsLookAlikes && encoding === 'base32'
  const mended = isMended ? text.replaceAll(/[018]/g, (digit) => lookAlikes[digit] ?? digit) : text
  const letters = readers[encoding](mended) ?? ''
  return letters.length < secretLength.shortest || letters.length > secretLength.longest ? null : letters
}

function isEncoding(name: string): name is SecretEncoding {
  return Object.hasOwn(readers, name)
}
