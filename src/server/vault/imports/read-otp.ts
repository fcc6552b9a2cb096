import {
  escapedAmpersand,
  isOtpAddress,
  otherSettings,
  partsOf,
  type OtpDialect,
  type OtpFault,
  type OtpSettings,
  otpSettingsOf,
  readOtpSecret,
  toOtpUri,
  usualOtp,
} from '#domain/platform/one-time-code.ts'
import { fieldLimits } from '#domain/platform/limits.ts'
import type { ImportFailReason } from '#texts/vault/imports.ts'

import { fromOtherEncoding, type OtherEncoding } from './otp-encodings.ts'
import { shortened } from './plain-fields.ts'

type Strings = ReadonlyMap<string, string>

const reasons = {
  counter: 'OTP_COUNTER',
  unsupported: 'OTP_UNSUPPORTED',
  unreadable: 'OTP_UNREADABLE',
} as const satisfies Record<OtpFault, ImportFailReason>

/** What a file of any program may hold: KeeOtp's form travels in tables, too. */
const anyDialect: OtpDialect = { decode: fromOtherEncoding, readOther: readKeeOtp }
/** KeePassXC writes secrets that its own reader mends, KeePass and KeeOtp such as are no base32. */
const keePassDialect: OtpDialect = { ...anyDialect, readsLookAlikes: true }

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
  read: (strings: Strings, dialect: OtpDialect) => OtpSettings | OtpFault
}[] = [
  { field: 'otp', settings: [], read: (strings, dialect) => readOtpSecret(value(strings, 'otp'), dialect) },
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

/** Whether a value is the address of an OTP, under whatever name: it holds its secret. */
export const isOtpValue = (value: string): boolean => isOtpAddress(value)

/**
 * Whether the address of an OTP, with its secret, stands somewhere in a text. The distance is bounded: a longer one is no
 * address that a program reads.
 */
export const holdsOtpAddress = (text: string): boolean =>
  isOtpAddress(text) || /(?<![a-z0-9])otpauth(?:-migration)?:\/\/\S{1,2048}?(?:secret|data)=/i.test(text)

/** What people put between the groups of a secret. */
const blanks = /[\s\u00ad\u200b-\u2015\u2060\u2212-]+/

/** In code points: enough to tell accounts apart, and far from the limit of the whole URI. */
const longestLabel = 60

/** Finds the OTP of a KeePass entry among its fields. `label` is the account name of an otpauth URI. */
export const readOtp = (strings: Strings, label: string): OtpReading => readIn(strings, label, keePassDialect)

/** Reads the OTP that another program wrote, as `readOtp`; used of the field `otp`. */
export const readOtherOtp = (written: string, label: string): OtpReading =>
  readIn(new Map([['otp', written]]), label, anyDialect)

/**
 * Whether what a table has in its column of OTPs is words ('code par mail'), or several secrets, rather than a secret. Words
 * are base32 as well. A secret is written in one piece or in equal groups, and one of sixteen letters without a digit is
 * rare (3.6 %): in lower case and in one piece it counts as a word.
 */
export function isProse(written: string): boolean {
  const padded = written.trim()
  let end = padded.length
  while (padded[end - 1] === '=') end -= 1
  const text = padded.slice(0, end)
  if (text === '' || /[:=&]/.test(text)) return false
  if (/[\r\n]/.test(text)) return true
  const groups = text.split(blanks)
  const size = groups[0]?.length ?? 0
  const isEven = groups.every(
    ({ length }, place) => length === size || (length < size && place === groups.length - 1),
  )
  if (!isEven) return true
  const letters = groups.join('')
  if (!/^[A-Za-z]+$/.test(letters)) return false
  return letters.length < 16 || (letters !== letters.toUpperCase() && (groups.length === 1 || size !== 4))
}

/** The reading of such a text. */
export const proseOtp: OtpReading = { otp: null, used: new Set(), fails: ['OTP_UNREADABLE'] }

function readIn(strings: Strings, label: string, dialect: OtpDialect): OtpReading {
  const used = new Set<string>()
  const fails: ImportFailReason[] = []
  let otp: string | null = null
  for (const source of sources) {
    if (value(strings, source.field) === '') continue
    const read = source.read(strings, dialect)
    if (typeof read === 'string') {
      fails.push(reasons[read])
      continue
    }
    const text = otpText(read, label)
    if (text.length > fieldLimits.otp) {
      fails.push('OTP_UNSUPPORTED')
      continue
    }
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
  // The names in the file are not kept: the label is that of the entry.
  const isUsual = algorithm === usualOtp.algorithm && digits === usualOtp.digits && period === usualOtp.period
  const account = shortened(label, longestLabel)
  return isUsual ? secret : toOtpUri({ ...settings, issuer: '', account })
}

/** KeeOtp, a plugin of KeePass: `key=…&size=…&step=…&otpHashMode=…&type=…&encoding=…`. */
function readKeeOtp(written: string): OtpSettings | OtpFault | null {
  if (!/(?:^\??|[&;])key=/i.test(written)) return null
  const parts = partsOf(written.replaceAll(escapedAmpersand, '&'))
  if (parts === null) return 'unsupported'
  const part = (name: string): string => (parts.get(name) ?? '').trim()
  const type = part('type').toLowerCase()
  if (type === 'hotp') return 'counter'
  const known = ['otphashmode', 'size', 'step']
  if ((type !== '' && type !== 'totp') || otherSettings(parts, [...known, 'key', 'encoding', 'type']))
    return 'unsupported'
  const [algorithm, digits, period] = known.map(part)
  const encoding = part('encoding').toLowerCase() || 'base32'
  return otpSettingsOf({ secret: part('key'), encoding, algorithm, digits, period }, keePassDialect)
}

/** KeeTrayTOTP and older KeePassXC: a separate seed, `period;digits` in the settings; `S` means Steam. */
function readTrayTotp(strings: Strings): OtpSettings | OtpFault {
  const [period = '', digits = ''] = value(strings, 'TOTP Settings').split(';')
  return otpSettingsOf({ secret: value(strings, 'TOTP Seed'), digits, period }, keePassDialect)
}

/** Zero is usual in these fields: KeePass computes so (`EntryUtil.ReplaceTimeOtpPlaceholder`, 2.47 and later). */
const orUsual = (number: string): string => (/^0+$/.test(number) ? '' : number)

/**
 * The names of `TimeOtp-Algorithm`. KeePass compares them letter by letter: another spelling was SHA-1 in 2.47 and gives no
 * code in later versions (`HmacOtp.Generate`).
 */
const timeOtpAlgorithms: ReadonlySet<string> = new Set(['', 'HMAC-SHA-1', 'HMAC-SHA-256', 'HMAC-SHA-512'])

function timeOtp(field: string, encoding: OtherEncoding | 'base32'): (typeof sources)[number] {
  const settings = ['TimeOtp-Algorithm', 'TimeOtp-Length', 'TimeOtp-Period']
  const read = (strings: Strings): OtpSettings | OtpFault => {
    const algorithm = strings.get('TimeOtp-Algorithm') ?? ''
    const readSettings = otpSettingsOf(
      {
        // Every character of a secret in UTF-8 counts, also a blank at its end.
        secret: encoding === 'utf8' ? (strings.get(field) ?? '') : value(strings, field),
        encoding,
        algorithm,
        digits: orUsual(value(strings, 'TimeOtp-Length')),
        period: orUsual(value(strings, 'TimeOtp-Period')),
      },
      { decode: fromOtherEncoding },
    )
    return typeof readSettings === 'string' || timeOtpAlgorithms.has(algorithm) ? readSettings : 'unsupported'
  }
  return { field, settings, read }
}

function value(strings: Strings, field: string): string {
  return (strings.get(field) ?? '').trim()
}
