import { accountPasswordLengths, fieldLimits, masterKeyLimits, signInLimits } from './limits.ts'

/** Tag names and attributes that are refused as a tag even with spaces after the `<`. */
export const markupWords = [
  'a',
  'applet',
  'audio',
  'base',
  'body',
  'button',
  'canvas',
  'details',
  'div',
  'embed',
  'form',
  'frame',
  'frameset',
  'html',
  'iframe',
  'img',
  'input',
  'link',
  'marquee',
  'math',
  'meta',
  'object',
  'onblur',
  'onclick',
  'onerror',
  'onfocus',
  'onkeydown',
  'onkeyup',
  'onload',
  'onmouseenter',
  'onmouseout',
  'onmouseover',
  'onsubmit',
  'script',
  'select',
  'style',
  'svg',
  'template',
  'textarea',
  'video',
  'xml',
] as const

// A single letter that touches the `<` is a tag. With spaces between, only the listed words are, so that a
// comparison such as `a < b` is allowed. Letters have both cases: JSON schema has no `i` flag.
const eitherCase = (word: string) => word.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)
const spacedWords = markupWords.filter((word) => word.length > 1).map(eitherCase)
const markupStart = String.raw`<(?:[a-zA-Z\/!?]|\s{1,8}\/?(?:${spacedWords.join('|')})(?![\p{L}\p{N}]))`

// Control characters, lone surrogates (invalid in UTF-8), and the marks that change the reading direction, by
// which one name can imitate another (CVE-2021-42574).
const unprintable = String.raw`\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069`

/** One line of plain text: something visible, no markup, no unprintable character. */
const line = (maximum: number) =>
  String.raw`^(?=\s*\S)(?:[^<${unprintable}]|(?!${markupStart})<){1,${maximum}}$`

/**
 * Schemes of addresses that run or read something on the reader's machine: refused on write, never clickable.
 */
export const refusedSchemes = ['javascript', 'data', 'vbscript', 'file', 'blob'] as const

/**
 * A line that begins with none of these schemes, after what browsers ignore before it (`isRefusedAddress`).
 */
const addressLine = (maximum: number) =>
  String.raw`^(?![\p{Z}\p{Cf}]*(?:${refusedSchemes.map(eitherCase).join('|')}):)${line(maximum).slice(1)}`

/** What stands between the groups of a secret (`otp-base32.ts`). */
const otpBlanks = String.raw`\s\u00AD\u200B-\u2015\u2060\u2212\-`

/** As directories have them too: « Dupré (DSI) », « Martin, Luc ». */
const personName = String.raw`^[\p{L}'’][\p{L}\p{M}'’ .,\(\)\-]{0,${fieldLimits.personName - 1}}$`

/**
 * The named regexes (`GET /api/regex`) of the forms and of the contract's validation. The sources are
 * anchored and mean the same under the `u` flag (JSON schema) and the `v` flag (the `pattern` of HTML). None
 * nests a repetition in another, so the matching time grows linearly with the input.
 *
 * The login of an *item* is any line of text, REGEX_NAME; REGEX_LOGIN is for accounts. Passwords and master
 * keys accept any character.
 */
export const patterns = {
  REGEX_NAME: line(fieldLimits.name),
  REGEX_FIRST_NAME: personName,
  REGEX_LAST_NAME: personName,
  REGEX_LOGIN: String.raw`^[\p{Script=Latin}0-9][\p{Script=Latin}\p{M}0-9._@+\-]{1,${fieldLimits.login - 1}}$`,
  // The characters that Active Directory forbids in a sAMAccountName, its length for users, and no full stop
  // at the end.
  REGEX_SAM: String.raw`^[^"\/\\\[\]:;\|=,+*?<>@\p{Cc}\p{Cs}]{0,${fieldLimits.sam - 1}}[^"\/\\\[\]:;\|=,+*?<>@\p{Cc}\p{Cs}.\s]$`,
  // HTML's form of e-mail addresses, with a full stop required in the domain (RFC 5321 lengths).
  REGEX_EMAIL: String.raw`^(?!\.)(?!.*\.[.@])[a-zA-Z0-9.!#$%&'*+\/=?^_\x60\{\|\}~\-]{1,64}@(?![.\-])[a-zA-Z0-9.\-]{1,185}\.[a-zA-Z][a-zA-Z0-9\-]{0,61}[a-zA-Z0-9]$`,
  REGEX_PASSWORD: String.raw`^[\s\S]{${accountPasswordLengths.minimum},${accountPasswordLengths.maximum}}$`,
  REGEX_MASTER_KEY: String.raw`^[\s\S]{${masterKeyLimits.minimum},${masterKeyLimits.maximum}}$`,
  REGEX_TOKEN: `^[0-9]{${signInLimits.tokenLength}}$`,
  REGEX_ADDRESS: addressLine(fieldLimits.address),
  REGEX_SEARCH: String.raw`^(?=\s*\S[\s\S]*\S)[^\p{Cc}\p{Cs}]{2,${fieldLimits.search}}$`,
  REGEX_BANK_LABEL: line(fieldLimits.label),
  REGEX_CHEST_NAME: line(fieldLimits.name),
  REGEX_FOLDER_NAME: line(fieldLimits.name),
  REGEX_ITEM_NAME: line(fieldLimits.name),
  // A bare base32 secret, as sites print it, or the address of a QR code: what `readOtpSecret` reads, and more. The
  // secret must not end with a blank: the blanks after it then match one repetition only, without backtracking.
  REGEX_OTP: String.raw`^\s*(?:[oO][tT][pP][aA][uU][tT][hH]:[\s\/]{0,24}[tT]\s{0,8}[oO]\s{0,8}[tT]\s{0,8}[pP][\s\S]{1,${fieldLimits.otp}}|[a-zA-Z2-7][a-zA-Z2-7${otpBlanks}]{6,${fieldLimits.otp}}[a-zA-Z2-7\-](?:\s*=+)?\s*)$`,
} as const

export type PatternName = keyof typeof patterns

/** The names in the order of the table. */
export const patternNames = Object.keys(patterns) as [PatternName, ...PatternName[]]

const compiled = Object.fromEntries(
  Object.entries(patterns).map(([name, source]) => [name, new RegExp(source, 'u')]),
) as Record<PatternName, RegExp>

/** Returns whether a text matches a named rule. */
export const matchesPattern = (name: PatternName, text: string): boolean => compiled[name].test(text)

const markup = new RegExp(markupStart, 'u')

/**
 * Returns whether a text contains an HTML tag, or one of the listed words as a tag. It filters names, labels,
 * descriptions and the like, never a password or a master key.
 */
export const holdsMarkup = (text: string): boolean => markup.test(text)

/**
 * A tag with its attributes, or what looks like one. One without attributes goes as far as the first blank, so that a
 * comparison such as `a<b` leaves the text after it alone.
 */
const tag = new RegExp(
  String.raw`${markupStart}[^\s<>,;()]*(?:${[
    String.raw`[^<>=]*=[^<>]*>`,
    // Without an end, the next tag of the text would be a part of it.
    String.raw`[^<>]*[\s"'\/]on\w+\s*=[^<>]*`,
    String.raw`(?:\s+[^\s<>=]+\s*=\s*[^\s<>]*)*>?`,
  ].join('|')})`,
  'giu',
)

/** An address that a mail or a page shows in angle brackets. It has no attribute, so that any such address is like another. */
const bracketed = {
  mail: /^<(?:mailto:)?[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+>$/iu,
  page: /^<https?:\/\/[^\s<>"'`=]+>$/iu,
} as const

const addressKinds = Object.keys(bracketed) as (keyof typeof bracketed)[]
const addressKindOf = (found: string) => addressKinds.find((kind) => bracketed[kind].test(found))

/**
 * Returns a text as its rules are to judge it when it replaces a stored one: what looks like markup and stood there
 * already counts as plain text, its attributes included. So does an address in angle brackets where one stood: replaced,
 * repeated or in another case, it is no new danger. Markup is refused where it is typed; imports and older versions stored
 * what people wrote.
 */
export function asTyped(text: string, stored: string): string {
  if (!holdsMarkup(text) || !holdsMarkup(stored)) return text
  const left = new Map<string, number>()
  const kinds = new Set<string>()
  for (const [found] of stored.matchAll(tag)) {
    const kind = addressKindOf(found)
    if (kind !== undefined) kinds.add(kind)
    const key = found.toLowerCase()
    left.set(key, (left.get(key) ?? 0) + 1)
  }
  return text.replaceAll(tag, (found) => {
    const key = found.toLowerCase()
    const count = left.get(key) ?? 0
    left.set(key, count - 1)
    const isKnown = count > 0 || kinds.has(addressKindOf(found) ?? '')
    return isKnown ? found.replace('<', '\u2039') : found
  })
}
