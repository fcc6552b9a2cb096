import { Secret, TOTP } from 'otpauth'
import { fieldLimits } from './limits.ts'
import { tidyBase32 } from './otp-base32.ts'

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

const longestPeriodSeconds = 3600

/**
 * Why a text gives no code: it counts uses instead of time, its author computes the code in a way that is not known here,
 * or it is no secret at all.
 */
export type OtpFault = 'counter' | 'unsupported' | 'unreadable'

/** How a text is read that a program wrote. */
export type OtpDialect = {
  /** 0, 1 and 8 stand for O, L and B, as in KeePassXC. */
  readonly readsLookAlikes?: boolean
  /** Reads a form that only one program writes; null for any other. */
  readonly readOther?: (text: string) => OtpSettings | OtpFault | null
  /** Returns a secret of another encoding in base32; without it, such a secret is unreadable. */
  readonly decode?: (text: string, encoding: string) => string | null
}

/**
 * Reads a one-time secret in any form in which people and files give it: bare base32 (grouped, in any case, padded or
 * not), the `otpauth://totp/…` address of a QR code, or what a dialect adds. This is the only reader, for forms,
 * pictures and imports. It returns a fault rather than settings by which the codes would not be those of the author.
 */
export function readOtpSecret(text: string, dialect: OtpDialect = {}): OtpSettings | OtpFault {
  const trimmed = withoutLineBreaks(text.trim())
  if (trimmed === '' || trimmed.length > fieldLimits.otp) return 'unreadable'
  // Of two addresses in one text, nobody can tell which is meant.
  if (/^otpauth:.*otpauth:/is.test(trimmed)) return 'unreadable'
  if (/^otpauth:/i.test(trimmed)) return readAddress(trimmed, dialect, namesSteam)
  if (/^steam:\/\//i.test(trimmed)) return 'unsupported'
  return dialect.readOther?.(trimmed) ?? otpSettingsOf({ secret: trimmed }, dialect)
}

/** How the address of a code begins, or the form of KeeOtp: both are one line, however a mail or a page broke it. */
const lineStart = /^(?:otpauth:|\??(?:[^=&;]*=[^&;]*[&;])*key=)/i

/** Returns the address of a code that was broken over several lines as one; any other text as it is. */
const withoutLineBreaks = (text: string): string =>
  lineStart.test(text)
    ? text
        .split(/[\r\n\u2028\u2029]/)
        .map((line) => line.trim())
        .join('')
    : text

/**
 * Whether a text is a one-time secret by its own form, wherever it stands: the address of a code of any kind, of one app or
 * of several, or the form of KeeOtp. It is a secret then, never an address to open. A game of Steam is none.
 */
export const isOtpAddress = (text: string): boolean =>
  /^[\s<"'(]*(?:otpauth(?:-migration)?:|apple-otpauth:|motp:|steam:\/\/[a-z2-7]{12,}=*\s*$)/i.test(text) ||
  /^\s*\??(?:\w+=[^&;]*[&;])*key=[a-z2-7=\s%-]{8,}(?:&|;|$)/i.test(text)

/** Returns the settings of a text that `readOtpSecret` reads; null for anything else, and for other kinds of code. */
export function parseOtpSecret(text: string): OtpSettings | null {
  const read = readOtpSecret(text)
  return typeof read === 'string' ? null : read
}

/**
 * Returns the settings of a stored address, as `toOtpUri` wrote it; null for none. Those of an older version may be of a
 * service whose codes are computed in another way (`isOtherService`): they are kept, and no code is shown for them.
 */
export function storedOtp(text: string): OtpSettings | null {
  const read = /^otpauth:/i.test(text) ? readAddress(text, {}, () => false) : readOtpSecret(text)
  return typeof read === 'string' ? null : read
}

/**
 * Whether a name is that of Steam, whose codes have five letters. Programs write its address as an ordinary one, and the
 * secret alone does not tell.
 */
const namesSteam = (name: string): boolean =>
  /(?<!\p{L})steam(?:guard|powered|community)?(?!\p{L})/iu.test(name)

/** Whether stored settings are of a service whose codes are computed in another way. */
export const isOtherService = ({ issuer }: Pick<OtpSettings, 'issuer'>): boolean => namesSteam(issuer)

/** The parts of a one-time secret as a file writes them; what is empty or missing is usual. */
export type WrittenOtp = {
  readonly secret: string
  readonly encoding?: string | undefined
  readonly algorithm?: string | undefined
  readonly digits?: string | undefined
  readonly period?: string | undefined
}

/** Returns the settings that the written parts mean, without names, or a fault. */
export function otpSettingsOf(
  { secret: written, encoding, ...settings }: WrittenOtp,
  { readsLookAlikes, decode = () => null }: OtpDialect = {},
): OtpSettings | OtpFault {
  const isBase32 = encoding === undefined || encoding === 'base32'
  const letters = isBase32 ? written : decode(written, encoding)
  const secret = letters === null ? null : tidyBase32(letters, isBase32 && readsLookAlikes)
  if (secret === null) return 'unreadable'
  const algorithm = algorithmNamed(settings.algorithm?.trim() || usualOtp.algorithm)
  const digits = wholeNumber(settings.digits, usualOtp.digits)
  const period = wholeNumber(settings.period, usualOtp.period)
  if (algorithm === null || !isDigits(digits) || !(period >= 1 && period <= longestPeriodSeconds))
    return 'unsupported'
  return { secret, algorithm, digits, period, issuer: '', account: '' }
}

/** Accepts the spellings in use: `SHA1`, `sha-256`, `HmacSHA512`. */
function algorithmNamed(name: string): OtpAlgorithm | null {
  const plain = name
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^HMAC/, '')
  return otpAlgorithms.find((algorithm) => algorithm === plain) ?? null
}

const isDigits = (number: number): number is OtpDigits => number === 6 || number === 7 || number === 8

/** NaN: no whole number. Zero is none of the usual numbers: KeePassXC makes a 1 of it. */
function wholeNumber(text: string | undefined, usualNumber: number): number {
  const trimmed = (text ?? '').trim()
  if (trimmed === '') return usualNumber
  return /^[0-9]{1,6}$/.test(trimmed) ? Number(trimmed) : Number.NaN
}

/** An ampersand as a page of HTML writes it, also several times over. */
export const escapedAmpersand = /&(?:(?:amp|#0*38|#x0*26);)+/gi

/**
 * Reads the parts of a query string by their names in lower case; null if one has two values. A page or a table may have
 * escaped the ampersands.
 */
export function partsOf(query: string): ReadonlyMap<string, string> | null {
  const parts = new Map<string, string>()
  for (const [written, value] of new URLSearchParams(query)) {
    const name = written.trim().toLowerCase()
    if ((parts.get(name) ?? value) !== value) return null
    parts.set(name, value)
  }
  return parts
}

/** Names of parts that change the code, or may. */
const settingNames =
  /algo|crypto|hash|hmac|digit|length|size|period|step|interval|timer|second|refresh|validity|encod|epoch|offset|drift|skew|^t0|^pin(?!ned)|mode|format|type|kind|^time(?!stamp)/

/** Names of parts that are about the entry, whatever their value. */
const plainNames = new Set(
  [
    'issuer label account name user username email title group category tags notes image icon logo',
    'color colour backgroundcolor foregroundcolor counter lock pinned favorite position order id v ver',
    'version trashed url domain',
  ].flatMap((names) => names.split(' ')),
)

/** A value that can only be a setting of a code: a number of digits or seconds, a hash, an encoding. */
const settingValue = /^(?:\d{1,4}s?|(?:hmac)?[-_ ]?(?:sha|md)[-_ ]?\d{1,3}|steam|hotp|hex|base(?:16|32|64))$/i

/**
 * Whether a part beside those that are read makes it another code, or may: by its name, or by its value under a name that
 * nobody knows. Stratum writes the codes of Steam with an empty part `steam`.
 */
export const otherSettings = (parts: ReadonlyMap<string, string>, known: readonly string[]): boolean =>
  [...parts].some(([name, written]) => {
    const value = written.trim()
    if (known.includes(name) || plainNames.has(name)) return false
    if (name === 'steam') return true
    if (value === '' || (name === 'type' && /^totp$/i.test(value))) return false
    return settingNames.test(name) || settingValue.test(value)
  })

/**
 * Reads `otpauth://totp/Issuer:account?secret=…&issuer=…&algorithm=…&digits=…&period=…` (Google's key URI
 * format).
 */
function readAddress(
  written: string,
  dialect: OtpDialect,
  isRefused: (name: string) => boolean,
): OtpSettings | OtpFault {
  const address = unwrapped(written).replaceAll(escapedAmpersand, '&')
  const [, type = '', label = '', query = ''] =
    /^otpauth:\/{0,3}([^/?#]*)(?:\/([^?]*))?(?:\?(.*))?$/is.exec(address) ?? []
  const kind = type.trim().toLowerCase()
  if (kind === 'hotp') return 'counter'
  if (/^(?:steam|yaotp|motp)$/.test(kind)) return 'unsupported'
  // What follows a number sign is no part of the query, so that settings behind one would be lost.
  if (kind !== 'totp' || query.includes('#')) return 'unreadable'
  const parts = partsOf(query)
  if (/^hotp$/i.test(parts?.get('type')?.trim() ?? '')) return 'counter'
  if (parts === null || otherSettings(parts, ['secret', 'algorithm', 'digits', 'period']))
    return 'unsupported'
  const part = (name: string): string => parts.get(name) ?? ''
  const [secret, algorithm, digits, period] = ['secret', 'algorithm', 'digits', 'period'].map(part)
  const read = otpSettingsOf({ secret: secret ?? '', algorithm, digits, period }, dialect)
  if (typeof read === 'string') return read
  const [before = '', account = ''] = namesIn(label)
  const issuers = [part('issuer'), before].filter((name) => name.trim() !== '')
  if ((issuers.length === 0 ? [account] : issuers).some(isRefused)) return 'unsupported'
  return { ...read, issuer: part('issuer').trim() || before, account }
}

/** Returns an address in one line: mails and notes wrap it, with blanks around the break. */
const unwrapped = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .join('')

/** Returns the issuer and the account that a label names. A colon parts them, which may be escaped. */
function namesIn(label: string): readonly string[] {
  const names = label.includes(':') ? atColon(label).map(decodeSafely) : atColon(decodeSafely(label))
  return names.map((name) => name.trim())
}

function atColon(text: string): readonly [before: string, after: string] {
  const colon = text.indexOf(':')
  return colon === -1 ? ['', text] : [text.slice(0, colon), text.slice(colon + 1)]
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // An invalid escape in a label is shown as it is.
    return text
  }
}

/**
 * Returns the canonical otpauth address of the settings, as it is stored. `parseOtpSecret` reads it to the same settings:
 * an account that holds a colon has an empty issuer in front.
 */
export function toOtpUri(settings: OtpSettings): string {
  const { secret, algorithm, digits, period, issuer, account } = settings
  const isParted = issuer !== '' || account.includes(':')
  const label = `${encodeURIComponent(issuer)}${isParted ? ':' : ''}${encodeURIComponent(account)}`
  const named = issuer === '' ? '' : `&issuer=${encodeURIComponent(issuer)}`
  return `otpauth://totp/${label}?secret=${secret}${named}&algorithm=${algorithm}&digits=${digits}&period=${period}`
}

/**
 * Returns the otpauth address for other programs. In Google's key URI format neither issuer nor account holds a colon,
 * escaped or not: the first one would part them, so that half of a name became the issuer.
 */
export function toKeyUri({ issuer: written, account, ...settings }: OtpSettings): string {
  const issuer = written.replaceAll(':', '-')
  return toOtpUri({ ...settings, issuer, account: account.replaceAll(':', '-') || issuer })
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
