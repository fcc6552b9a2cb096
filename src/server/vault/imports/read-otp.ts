import {
  type OtpAlgorithm,
  type OtpDigits,
  type OtpSettings as NamedOtpSettings,
  otpAlgorithms,
  parseOtpSecret,
  toOtpUri,
  usualOtp,
} from '#domain/platform/one-time-code.ts'
import type { ImportFailReason } from '#texts/vault/imports.ts'

import { shortened } from './plain-fields.ts'
import { type SecretEncoding, toBase32 } from './otp-secret.ts'

type Strings = ReadonlyMap<string, string>
type OtpTrouble = Extract<ImportFailReason, 'OTP_COUNTER' | 'OTP_UNSUPPORTED' | 'OTP_UNREADABLE'>
type OtpSettings = Omit<NamedOtpSettings, 'issuer' | 'account'>

export type OtpReading = {
  /** Bare base32 when the settings are the usual ones (SHA1, 6 digits, 30 s), else an otpauth URI; null: none. */
  otp: string | null
  /** Fields that `otp` represents completely; the others must be kept elsewhere. */
  used: ReadonlySet<string>
  fails: ImportFailReason[]
}

/** Where an entry may hold a time-based OTP, in the order of preference. */
const sources: readonly {
  field: string
  settings: readonly string[]
  read: (strings: Strings) => OtpSettings | OtpTrouble
}[] = [
  { field: 'otp', settings: [], read: (strings) => readOtpField(value(strings, 'otp')) },
  // KeePass 2.47 and later; the order of the encodings is KeePass's own.
  timeOtp('TimeOtp-Secret', 'utf8'),
  timeOtp('TimeOtp-Secret-Hex', 'hex'),
  timeOtp('TimeOtp-Secret-Base32', 'base32'),
  timeOtp('TimeOtp-Secret-Base64', 'base64'),
  { field: 'TOTP Seed', settings: ['TOTP Settings'], read: readTrayTotp },
]

/** KeePass's counter-based OTP, which Trousseau does not support. */
const counterField = /^HmacOtp-Secret(?:-Hex|-Base32|-Base64)?$/

const settingsFields = /^(?:TOTP Settings|(?:Time|Hmac)Otp-(?:Algorithm|Length|Period|Counter))$/

/** Whether a field belongs to an OTP: it is a secret, even where KeePass does not hide it. */
export const isOtpField = (field: string): boolean =>
  sources.some((source) => source.field === field) || counterField.test(field) || settingsFields.test(field)

const digitsAllowed: readonly OtpDigits[] = [6, 7, 8]

/** In code points: enough to tell accounts apart, and far from the limit of the whole URI. */
const longestLabel = 60

/** Finds the OTP of an entry among its fields. `label` is the account name of an otpauth URI. */
export function readOtp(strings: Strings, label: string): OtpReading {
  const used = new Set<string>()
  const fails: ImportFailReason[] = []
  let otp: string | null = null
  for (const source of sources) {
    if (value(strings, source.field) === '') continue
    const read = source.read(strings)
    if (typeof read === 'string') {
      fails.push(read)
      continue
    }
    const text = otpText(read, label)
    otp ??= text
    if (otp !== text) {
      fails.push('OTP_SEVERAL')
      continue
    }
    for (const field of [source.field, ...source.settings]) used.add(field)
  }
  const hasCounter = [...strings].some(([name, text]) => counterField.test(name) && text.trim() !== '')
  if (hasCounter) fails.push('OTP_COUNTER')
  return { otp, used, fails: [...new Set(fails)] }
}

function otpText(settings: OtpSettings, label: string): string {
  const { secret, algorithm, digits, period } = settings
  const isUsual = algorithm === usualOtp.algorithm && digits === usualOtp.digits && period === usualOtp.period
  const account = shortened(label, longestLabel)
  return isUsual ? secret : toOtpUri({ ...settings, issuer: '', account })
}

/** The `otp` field: an otpauth URI (KeePassXC, KeePassOTP), KeeOtp's query string, or a bare secret. */
function readOtpField(text: string): OtpSettings | OtpTrouble {
  if (/^otpauth:/i.test(text)) return readOtpUri(text)
  const query = new URLSearchParams(text)
  if (!query.has('key')) return settingsOf({ secret: text })
  const type = (query.get('type') ?? 'totp').toLowerCase()
  if (type === 'hotp') return 'OTP_COUNTER'
  if (type !== 'totp') return 'OTP_UNSUPPORTED'
  return settingsOf({
    secret: query.get('key') ?? '',
    encoding: (query.get('encoding') ?? 'base32').toLowerCase(),
    algorithm: query.get('otpHashMode'),
    digits: query.get('size'),
    period: query.get('step'),
  })
}

function readOtpUri(text: string): OtpSettings | OtpTrouble {
  const uri = URL.parse(text)
  const type = (uri?.host || uri?.pathname.replace(/^\/+/, '').split('/')[0] || '').toLowerCase()
  if (uri === null || (type !== 'totp' && type !== 'hotp')) return 'OTP_UNREADABLE'
  if (type === 'hotp') return 'OTP_COUNTER'
  if ((uri.searchParams.get('encoder') ?? '') !== '') return 'OTP_UNSUPPORTED'
  return settingsOf({
    secret: uri.searchParams.get('secret') ?? '',
    algorithm: uri.searchParams.get('algorithm'),
    digits: uri.searchParams.get('digits'),
    period: uri.searchParams.get('period'),
  })
}

/** KeeTrayTOTP and older KeePassXC: a separate seed, `period;digits` in the settings; `S` means Steam. */
function readTrayTotp(strings: Strings): OtpSettings | OtpTrouble {
  const [period, digits] = value(strings, 'TOTP Settings').split(';')
  if (digits?.trim().toUpperCase() === 'S') return 'OTP_UNSUPPORTED'
  return settingsOf({ secret: value(strings, 'TOTP Seed'), digits: digits ?? null, period: period ?? null })
}

function timeOtp(field: string, encoding: SecretEncoding): (typeof sources)[number] {
  const settings = ['TimeOtp-Algorithm', 'TimeOtp-Length', 'TimeOtp-Period']
  const read = (strings: Strings): OtpSettings | OtpTrouble =>
    settingsOf({
      secret: value(strings, field),
      encoding,
      algorithm: value(strings, 'TimeOtp-Algorithm'),
      digits: value(strings, 'TimeOtp-Length'),
      period: value(strings, 'TimeOtp-Period'),
    })
  return { field, settings, read }
}

type Written = {
  secret: string
  encoding?: string
  algorithm?: string | null
  digits?: string | null
  period?: string | null
}

function settingsOf(written: Written): OtpSettings | OtpTrouble {
  const secret = toBase32(written.secret, written.encoding ?? 'base32')
  if (secret === null) return 'OTP_UNREADABLE'
  const algorithm = algorithmNamed(written.algorithm?.trim() || usualOtp.algorithm)
  const digits = digitsAllowed.find((allowed) => allowed === wholeNumber(written.digits, usualOtp.digits))
  const period = wholeNumber(written.period, usualOtp.period)
  if (algorithm === undefined || digits === undefined) return 'OTP_UNSUPPORTED'
  const settings = { secret, algorithm, digits, period }
  // The domain decides which settings are supported.
  return parseOtpSecret(otpText(settings, '')) === null ? 'OTP_UNSUPPORTED' : settings
}

/** Accepts every spelling: otpauth's `SHA256`, KeePass's `HMAC-SHA-256`, KeeOtp's `Sha256`. */
function algorithmNamed(name: string): OtpAlgorithm | undefined {
  const plain = name.toUpperCase().replaceAll('-', '').replace(/^HMAC/, '')
  return otpAlgorithms.find((algorithm) => algorithm === plain)
}

/** Absent, empty and zero mean the usual value, as in KeePass and KeePassXC. NaN: not a number. */
function wholeNumber(text: string | null | undefined, usualNumber: number): number {
  const trimmed = (text ?? '').trim()
  if (trimmed === '' || /^0+$/.test(trimmed)) return usualNumber
  return /^[0-9]{1,6}$/.test(trimmed) ? Number(trimmed) : Number.NaN
}

function value(strings: Strings, field: string): string {
  return (strings.get(field) ?? '').trim()
}
