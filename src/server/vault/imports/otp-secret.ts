import { Secret as OtpSecret } from 'otpauth'

export type SecretEncoding = 'base32' | 'hex' | 'base64' | 'utf8'

/** In base32 letters, as REGEX_OTP has it; the longest secret of RFC 6238, 64 bytes, has 103. */
const secretLength = { shortest: 8, longest: 256 } as const

/** Digits that look like base32's letters; people copy them so, and KeePassXC reads them so. */
const lookAlikes: Readonly<Record<string, string>> = { '0': 'O', '1': 'L', '8': 'B' }

const readers: Readonly<Record<SecretEncoding, (text: string) => string | null>> = {
  base32: (text) => {
    const letters = text
      .replaceAll(/[\s=-]/g, '')
      .toUpperCase()
      .replaceAll(/[018]/g, (digit) => lookAlikes[digit] ?? digit)
    // A last group of 1, 3 or 6 letters holds no whole number of bytes: its last letter says nothing.
    const whole = [1, 3, 6].includes(letters.length % 8) ? letters.slice(0, -1) : letters
    return /^[A-Z2-7]+$/.test(letters) ? whole : null
  },
  hex: (text) => {
    const digits = text.replaceAll(/[\s:-]/g, '')
    return /^[0-9A-Fa-f]+$/.test(digits) && digits.length % 2 === 0 ? OtpSecret.fromHex(digits).base32 : null
  },
  base64: (text) => {
    // A plus sign becomes a space where the secret went through a query string.
    const letters = text.replaceAll(' ', '+')
    if (!/^[A-Za-z0-9+/]+={0,2}$/.test(letters)) return null
    const bytes = new Uint8Array(Buffer.from(letters, 'base64'))
    return bytes.length === 0 ? null : new OtpSecret({ buffer: bytes.buffer }).base32
  },
  utf8: (text) => (text === '' ? null : OtpSecret.fromUTF8(text).base32),
}

/**
 * An OTP secret written in one of KeePass's encodings, as upper-case base32 without padding (RFC 4648);
 * null when it is not one.
 */
export function toBase32(text: string, encoding: string): string | null {
  if (text.length > 4 * secretLength.longest || !isEncoding(encoding)) return null
  const letters = readers[encoding](text) ?? ''
  return letters.length < secretLength.shortest || letters.length > secretLength.longest ? null : letters
}

function isEncoding(name: string): name is SecretEncoding {
  return Object.hasOwn(readers, name)
}
