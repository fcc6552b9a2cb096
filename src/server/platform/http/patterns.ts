import { asTyped, matchesPattern, type PatternName } from '#domain/platform/patterns.ts'
import { Refusal } from '#domain/platform/refusals.ts'

/** Returns the refusal for a text that breaks its rule or holds markup. */
export const patternMismatch = (at: string): Refusal =>
  new Refusal('PATTERN_MISMATCH', { details: { field: `body/${at}` } })

/**
 * Returns a text of a form as it is stored: trimmed, in NFC, checked by the named regex that the form itself reads.
 *
 * @param at its path in the body, for the refusal (`update/name`)
 * @param stored the text that it replaces: what it holds already is not judged again
 * @throws Refusal VALUE_REQUIRED when it is empty, PATTERN_MISMATCH; `details.field` is its path
 */
export function readPattern(at: string, name: PatternName, text: string, stored = ''): string {
  const read = readOptionalPattern(at, name, text, stored)
  if (read === '') throw new Refusal('VALUE_REQUIRED', { details: { field: `body/${at}` } })
  return read
}

/** Does the same for an optional text, which may be empty. @throws Refusal PATTERN_MISMATCH */
export function readOptionalPattern(at: string, name: PatternName, text: string, stored = ''): string {
  if (text === stored) return text
  const read = text.trim().normalize('NFC')
  if (read !== '' && !matchesPattern(name, asTyped(read, stored))) {
    throw patternMismatch(at)
  }
  return read
}
