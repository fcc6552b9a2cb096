import { Secret, TOTP } from 'otpauth'
import { fieldLimits } from './limits.ts'

/** The hash functions of RFC 6238, as named in an otpauth address. */
export const otpAlgorithms = ['SHA1', 'SHA256', 'SHA512'] as const
export type OtpAlgorithm = (typeof otpAlgorithms)[number]
export type OtpDigits = 6 | 7 | 8

/**
 * The settings of a time-based code. `secret` is base32 in upper case without padding, `period` is in
 * seconds. `issuer` and `account` are labels and may be empty.
 */
export type OtpSettings = {
  secret: string
  algorithm: OtpAlgorithm
  digits: OtpDigits
  period: number
  issuer: string
  account: string
}

/** The defaults of RFC 6238, used by nearly every site and for a bare secret. */
export const usualOtp = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** Fewer base32 characters (40 bits) are a typing mistake. RFC 4226 requires 26; many sites use 16. */
const shortestSecret = 8
const longestPeriodSeconds = 3600

/**
 * Parses a pasted secret: bare base32 (grouped, in any case, padded or not) or the `otpauth://totp/…` address
 * of a QR code. Returns null for anything else, and for other kinds of code (hotp, Steam).
 */
export function parseOtpSecret(text: string): OtpSettings | null {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > fieldLimits.otp) return null
  if (/^otpauth:/i.test(trimmed)) return parseUri(trimmed)
  const secret = normaliseSecret(trimmed)
  return secret === null ? null : { secret, ...usualOtp, issuer: '', account: '' }
}

/** Returns base32 in upper case, without spaces, dashes and padding, or null when it is not a secret. */
function normaliseSecret(text: string): string | null {
  const secret = text.replace(/[\s-]/g, '').replace(/=+$/, '').toUpperCase()
  return secret.length >= shortestSecret && /^[A-Z2-7]+$/.test(secret) ? secret : null
}

/**
 * Parses `otpauth://totp/Issuer:account?secret=…&issuer=…&algorithm=…&digits=…&period=…` (Google's key URI
 * format).
 */
function parseUri(uri: string): OtpSettings | null {
  const parts = /^otpauth:\/\/totp(?:\/([^?#]*))?\?([^#]*)/i.exec(uri)
  if (!parts) return null
  const query = new URLSearchParams(parts[2])
  const secret = normaliseSecret(query.get('secret') ?? '')
  const algorithm = algorithmNamed(query.get('algorithm') ?? usualOtp.algorithm)
  const digits = digitsOf(query.get('digits') ?? String(usualOtp.digits))
  const period = periodOf(query.get('period') ?? String(usualOtp.period))
  if (secret === null || algorithm === null || digits === null || period === null || query.has('encoder'))
    return null

  const label = decodeSafely(parts[1] ?? '')
  const colon = label.indexOf(':')
  const issuer = query.get('issuer') ?? (colon === -1 ? '' : label.slice(0, colon))
  return { secret, algorithm, digits, period, issuer: issuer.trim(), account: label.slice(colon + 1).trim() }
}

/** Accepts the spellings in use: `SHA1`, `sha-256`, `HmacSHA512`. */
function algorithmNamed(name: string): OtpAlgorithm | null {
  const plain = name
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^HMAC/, '')
  return otpAlgorithms.find((algorithm) => algorithm === plain) ?? null
}

function digitsOf(text: string): OtpDigits | null {
  const digits = Number(text)
  return digits === 6 || digits === 7 || digits === 8 ? digits : null
}

function periodOf(text: string): number | null {
  const period = Number(text)
  return Number.isInteger(period) && period >= 1 && period <= longestPeriodSeconds ? period : null
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // An invalid escape in a label is shown as it is.
    return text
  }
}

/** Returns the canonical otpauth address of the settings. `parseOtpSecret` parses it to the same settings. */
export function toOtpUri({ secret, algorithm, digits, period, issuer, account }: OtpSettings): string {
  const label = [issuer, account]
    .filter((part) => part !== '')
    .map(encodeURIComponent)
    .join(':')
  const named = issuer === '' ? '' : `&issuer=${encodeURIComponent(issuer)}`
  return `otpauth://totp/${label}?secret=${secret}${named}&algorithm=${algorithm}&digits=${digits}&period=${period}`
}

/** Returns the code at a time (milliseconds since the epoch), with leading zeros (RFC 6238). */
export const oneTimeCode = ({ secret, algorithm, digits, period }: OtpSettings, nowMs: number): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), algorithm, digits, period, timestamp: nowMs })

/** Returns the code at a time, the next one, and the seconds left of the first. */
export const oneTimeCodes = (
  settings: OtpSettings,
  nowMs: number,
): { code: string; next: string; otpTime: number } => ({
  code: oneTimeCode(settings, nowMs),
  next: oneTimeCode(settings, nowMs + settings.period * 1000),
  otpTime: secondsLeft(nowMs, settings.period),
})

/** Returns the whole seconds for which the code of a time stays valid: from `period` down to 1. */
export const secondsLeft = (nowMs: number, period: number = usualOtp.period): number =>
  period - (Math.floor(nowMs / 1000) % period)

/**
 * Returns the colour of the border of an item's code by the seconds left: 0–8 red, 9–16 orange, from 17
 * green.
 */
export const otpRing = (left: number): 'red' | 'orange' | 'green' =>
  left <= 8 ? 'red' : left <= 16 ? 'orange' : 'green'

/** Returns the tone of the code widget by the seconds left: from 10 success, 6–9 attention, below error. */
export const otpWidget = (left: number): 'success' | 'attention' | 'error' =>
  left >= 10 ? 'success' : left >= 6 ? 'attention' : 'error'
