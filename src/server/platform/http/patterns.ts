import { matchesPattern, type PatternName } from '#domain/platform/patterns.ts'
import { Refusal } from '#domain/platform/refusals.ts'

/** A text of the body that does not follow its rule, or holds markup. */
export const patternMismatch = (at: string): Refusal =>
  new Refusal('PATTERN_MISMATCH', { details: { field: `body/${at}` } })

/**
 * A text of a form as it is stored: without the blanks around it, its accents composed (NFC), checked by the named
 * regex that the form itself reads.
 *
 * @param at where in the body it stands, for the refusal (`update/name`)
 * @throws Refusal VALUE_REQUIRED when nothing is left of it, PATTERN_MISMATCH; `details.field` is its path
 */
export function readPattern(at: string, name: PatternName, text: string): string {
  const read = readOptionalPattern(at, name, text)
  if (read === '') throw new Refusal('VALUE_REQUIRED', { details: { field: `body/${at}` } })
  return read
}

/** The same where nothing may stand: an empty text stays one. @throws Refusal PATTERN_MISMATCH */
export function readOptionalPattern(at: string, name: PatternName, text: string): string {
  const read = text.trim().normalize('NFC')
  if (read !== '' && !matchesPattern(name, read)) {
    throw patternMismatch(at)
  }
  return read
}
