import { fieldLimits } from '#domain/platform/limits.ts'
import { holdsMarkup, matchesPattern, type PatternName } from '#domain/platform/patterns.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { patternMismatch } from '#server/platform/http/patterns.ts'

/** The fields of an element that a person types, and how each is checked. */
type TextRule = {
  maximum: number
  /** No markup: every text that screens show. */
  plain: boolean
  trimmed: boolean
  required: boolean
  pattern: PatternName | null
}
const textRules = {
  name: {
    maximum: fieldLimits.name,
    plain: true,
    trimmed: true,
    required: true,
    pattern: 'REGEX_ITEM_NAME',
  },
  login: {
    maximum: fieldLimits.login,
    plain: true,
    trimmed: true,
    required: false,
    pattern: 'REGEX_NAME',
  },
  address: {
    maximum: fieldLimits.address,
    plain: true,
    trimmed: true,
    required: false,
    pattern: 'REGEX_ADDRESS',
  },
  description: {
    maximum: fieldLimits.description,
    plain: true,
    trimmed: false,
    required: false,
    pattern: null,
  },
  // Any character passes in a password, and none is taken away.
  password: { maximum: fieldLimits.password, plain: false, trimmed: false, required: false, pattern: null },
  otp: { maximum: fieldLimits.otp, plain: false, trimmed: true, required: false, pattern: null },
} as const satisfies Record<string, TextRule>
export type TextField = keyof typeof textRules

/** What PostgreSQL refuses in a text, and what no UTF-8 holds: half a character. */
const unkept = /[\0\p{Cs}]/u

/** A field of the body that is wrong in itself. */
export const invalidField = (field: string, rule: string): Refusal =>
  new Refusal('INVALID_REQUEST', { details: { field: `body/${field}`, rule } })

/**
 * A text as it is stored: nothing sent is an empty one, blanks around a name go.
 * @param at the body's field, for the refusal
 * @throws Refusal INVALID_REQUEST when it is no text or too long; PATTERN_MISMATCH when it does not follow its rule or
 *   holds markup; VALUE_REQUIRED for an empty name
 */
export function readText(field: TextField, value: unknown, at: string = field): string {
  const { maximum, plain, trimmed, required, pattern }: TextRule = textRules[field]
  const given = value ?? ''
  if (typeof given !== 'string') throw invalidField(at, 'type')
  const text = trimmed ? given.trim() : given
  if (text.length > maximum) throw invalidField(at, 'maxLength')
  if (plain && (holdsMarkup(text) || unkept.test(text))) throw patternMismatch(at)
  if (required && text === '') throw new Refusal('VALUE_REQUIRED', { details: { field: `body/${at}` } })
  if (pattern !== null && text !== '' && !matchesPattern(pattern, text)) throw patternMismatch(at)
  return text
}

/** An id as forms and lists send it: a number, or its digits. @throws Refusal INVALID_REQUEST */
export function readId(value: unknown, at: string): number {
  const id = typeof value === 'string' && /^[0-9]{1,16}$/.test(value) ? Number(value) : value
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1) throw invalidField(at, 'type')
  return id
}

/** The folder that an id names, null for the root of the chest, which forms send as an empty text. */
export const readFolderId = (value: unknown, at: string): number | null =>
  value === undefined || value === null || value === '' ? null : readId(value, at)
