import { withLineFeeds } from '#domain/platform/line-ends.ts'
import { asTyped, holdsMarkup, matchesPattern } from '#domain/platform/patterns.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { textRuleOf, type ItemTextField } from '#domain/vault/item-fields.ts'
import { patternMismatch } from '#server/platform/http/patterns.ts'

/** What PostgreSQL refuses in a text (NUL), and what UTF-8 cannot encode (half a surrogate pair). */
const unkept = /[\0\p{Cs}]/u

/** Returns the refusal of an invalid field of the body. */
export const invalidField = (field: string, rule: string): Refusal =>
  new Refusal('INVALID_REQUEST', { details: { field: `body/${field}`, rule } })

/**
 * Returns a text of an item as stored, by the rule of its field; texts of folders have the same rules. A
 * missing value is an empty text.
 * @param at the body's field, for the refusal
 * @param stored the text that it replaces: what it holds already is not judged again
 * @throws Refusal INVALID_REQUEST when it is no text or too long; PATTERN_MISMATCH when it breaks its rule or
 * contains markup; VALUE_REQUIRED for an empty name
 */
export function readText(field: ItemTextField, value: unknown, at: string = field, stored = ''): string {
  const { kind, maximum, sealedIn, isRequired, pattern } = textRuleOf(field)
  const given = value ?? ''
  if (typeof given !== 'string') throw invalidField(at, 'type')
  const text = kind === 'lines' ? withLineFeeds(given) : kind === 'password' ? given : given.trim()
  if (text.length > maximum) throw invalidField(at, 'maxLength')
  if (isRequired && text === '') throw new Refusal('VALUE_REQUIRED', { details: { field: `body/${at}` } })
  if (text === stored) return text
  const typed = asTyped(text, stored)
  if (sealedIn === 'meta' && (holdsMarkup(typed) || unkept.test(typed))) throw patternMismatch(at)
  if (pattern !== null && typed !== '' && !matchesPattern(pattern, typed)) throw patternMismatch(at)
  return text
}

/** Returns an id sent by forms and lists: a number, or its digits. @throws Refusal INVALID_REQUEST */
export function readId(value: unknown, at: string): number {
  const id = typeof value === 'string' && /^[0-9]{1,16}$/.test(value) ? Number(value) : value
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1) throw invalidField(at, 'type')
  return id
}

/** Returns the folder id; null for the root of the chest, which forms send as an empty text. */
export const readFolderId = (value: unknown, at: string): number | null =>
  value === undefined || value === null || value === '' ? null : readId(value, at)
