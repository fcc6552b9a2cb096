import { Secret } from 'otpauth'

/** How KeePass and KeeOtp write an OTP secret beside base32; `utf8` is KeePass's field without a name. */
const readers: Readonly<Record<'hex' | 'base64' | 'utf8', (text: string) => string | null>> = {
  hex: (text) => {
    const digits = text.replaceAll(/[\s:-]/g, '')
    return /^[0-9A-Fa-f]+$/.test(digits) && digits.length % 2 === 0 ? Secret.fromHex(digits).base32 : null
  },
  base64: (text) => {
    // A query string turns a plus sign into a space.
    const letters = text.replaceAll(' ', '+')
    if (!/^[A-Za-z0-9+/]+={0,2}$/.test(letters)) return null
    const bytes = new Uint8Array(Buffer.from(letters, 'base64'))
    return bytes.length === 0 ? null : new Secret({ buffer: bytes.buffer }).base32
  },
  utf8: (text) => (text === '' ? null : Secret.fromUTF8(text).base32),
}
export type OtherEncoding = keyof typeof readers

/** Returns a secret of one of these encodings in base32; null if it is none, or of another encoding. */
export function fromOtherEncoding(text: string, encoding: string): string | null {
  if (text.length > 1024 || !Object.hasOwn(readers, encoding)) return null
  return readers[encoding as OtherEncoding](text)
}
