import { Secret as OtpSecret, TOTP } from 'otpauth'
import { signInLimits } from '#domain/platform/limits.ts'
import { keyVersionOf, type Sealed } from '#server/platform/crypto/envelope.ts'
import type { Keyring, SealingKeys } from '#server/platform/crypto/keyring.ts'
import { ownPlace, type Owner } from '#server/platform/crypto/place.ts'
import { seal, unseal } from '#server/platform/crypto/seal.ts'

/** RFC 4226 §4: a secret of 160 bits is recommended. */
export const totpSecretBytes = 20
const issuer = 'Trousseau'
const periodMs = signInLimits.totpPeriodSeconds * 1000
const qrPixels = 240

export const placeOfTotp = (owner: Owner) => ownPlace('users', owner, 'totp_secret')

/** Seals the secret of the confirmed authenticator under the system key `users`, bound to its user. */
export const sealTotp = (keys: SealingKeys, owner: Owner, secret: Uint8Array): Sealed =>
  seal(keys.system('users'), placeOfTotp(owner), secret)

/** Unseals what `sealTotp` sealed, also under an older root key. @throws SealError */
export const unsealTotp = (keyring: Keyring, owner: Owner, sealed: Sealed): Uint8Array =>
  unseal(keyring.system('users', keyVersionOf(sealed)), placeOfTotp(owner), sealed)

/** SHA-1, six digits, thirty seconds (RFC 6238): what every authenticator supports. */
const totpOf = (secret: Uint8Array, login: string): TOTP =>
  new TOTP({
    issuer,
    label: login,
    algorithm: 'SHA1',
    digits: signInLimits.tokenLength,
    period: signInLimits.totpPeriodSeconds,
    secret: new OtpSecret({ buffer: Uint8Array.from(secret).buffer }),
  })

/**
 * Returns the time step for which a code is right (RFC 6238 §5.2: the current one or a neighbour), or null.
 * @param lastStep the step of the last accepted code; none up to it is accepted again
 */
export function stepOfCode(secret: Uint8Array, code: string, now: number, lastStep: number): number | null {
  const window = signInLimits.totpWindowSteps
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now, window })
  if (delta === null) return null
  const step = Math.floor(now / periodMs) + delta
  return step > lastStep ? step : null
}

/** Returns what the enrolment screen shows: the secret in base32, and the QR code as a PNG in base64. */
export async function enrolmentOf(
  secret: Uint8Array,
  login: string,
): Promise<{ secret: string; qrCode: string }> {
  const totp = totpOf(secret, login)
  // Loaded on demand: an account enrols once.
  const { toBuffer } = await import('qrcode')
  const image = await toBuffer(totp.toString(), { type: 'png', width: qrPixels, errorCorrectionLevel: 'M' })
  return { secret: totp.secret.base32, qrCode: image.toString('base64') }
}
