import { asTyped, holdsMarkup, type PatternName } from '#domain/platform/patterns.ts'
import { fieldTexts } from '#texts/platform/ui.ts'
import { followsRule } from './namedRules.ts'

/** Returns the fault of a text, in French, or null. An empty text is valid: `required` handles it. */
export type TextCheck = (text: string) => string | null

export const required: TextCheck = (text) => (text.trim() === '' ? fieldTexts.required : null)

/** Checks the named rule, as the server does. Markup has its own message. */
export const follows =
  (name: PatternName, message: string): TextCheck =>
  (text) => {
    if (text === '' || followsRule(name, text)) return null
    return holdsMarkup(text) ? fieldTexts.markup : message
  }

export const withoutMarkup: TextCheck = (text) => (holdsMarkup(text) ? fieldTexts.markup : null)

/** Returns a check of a text that replaces a stored one: what stood there already is not judged again. */
export const around =
  (stored: string, check: TextCheck): TextCheck =>
  (text) =>
    check(asTyped(text, stored))

export const atMost =
  (length: number): TextCheck =>
  (text) =>
    text.length > length ? fieldTexts.tooLong(length) : null

/** Checks a code of six digits, from an authenticator or a mail. */
export const oneTimeCode: TextCheck = (text) =>
  required(text) ?? follows('REGEX_TOKEN', fieldTexts.codeFormat)(text)

/** Returns a check with the first fault of several checks, in order. */
export const all =
  (...checks: readonly TextCheck[]): TextCheck =>
  (text) => {
    for (const check of checks) {
      const wrong = check(text)
      if (wrong !== null) return wrong
    }
    return null
  }
