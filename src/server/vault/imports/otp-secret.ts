import { Secret as OtpSecret } from 'otpauth'

export type SecretEncoding = 'base32' | 'hex' | 'base64' | 'utf8'

/** In base32 letters, as in REGEX_OTP. The longest secret of RFC 6238, 64 bytes, has 103. */
const secretLength = { shortest: 8, longest: 256 } as const

/** Digits that are mistaken for base32 letters; KeePassXC reads them so too. */
const lookAlikes: Readonly<Record<string, string>> = { '0': 'O', '1': 'L', '8': 'B' }

const readers: Readonly<Record<SecretEncoding, (text: string) => string | null>> = {
  base32: (text) => {
    const letters = text
      .replaceAll(/[\s=-]/g, '')
      .toUpperCase()
      .replaceAll(/[018]/g, (digit) => lookAlikes[digit] ?? digit)
    // A last group of 1, 3 or 6 letters is no whole number of bytes: its last letter carries no data.
    const whole = [1, 3, 6].includes(letters.length % 8) ? letters.slice(0, -1) : letters
    return /^[A-Z2-7]+$/.test(letters) ? whole : null
  },
  hex: (text) => {
    const digits = text.replaceAll(/[\s:-]/g, '')
    return /^[0-9A-Fa-f]+$/.test(digits) && digits.length % 2 === 0 ? OtpSecret.fromHex(digits).base32 : null
  },
  base64: (text) => {
    // A query string turns a plus sign into a space.
    const letters = text.replaceAll(' ', '+')
    if (!/^[A-Za-z0-9+/]+={0,2}$/.test(letters)) return null
    const bytes = new Uint8Array(Buffer.from(letters, 'base64'))
    return bytes.length === 0 ? null : new OtpSecret({ buffer: bytes.buffer }).base32
  },
  utf8: (text) => (text === '' ? null : OtpSecret.fromUTF8(text).base32),
}

/**
 * Returns an OTP secret in one of KeePass's encodings as upper-case base32 without padding (RFC 4648); null
 * if it is invalid.
 */
export function toBase32(text: string, encoding: string): string | null {
  if (text.length > 4 * secretLength.longest || !isEncoding(encoding)) return null
  const letters = readers[encoding](text) ?? ''
  return letters.length < secretLength.shortest || letters.length > secretLength.longest ? null : letters
}

function isEncoding(name: string): name is SecretEncoding {
  return Object.hasOwn(readers, name)
}
