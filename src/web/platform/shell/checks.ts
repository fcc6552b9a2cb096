import { holdsMarkup, type PatternName } from '#domain/platform/patterns.ts'
import { fieldTexts } from '#texts/platform/fields.ts'
import { followsRule } from './namedRules.ts'

/** What is wrong with a text, in French, or null. An empty text is neutral: `required` speaks of it. */
export type TextCheck = (text: string) => string | null

export const required: TextCheck = (text) => (text.trim() === '' ? fieldTexts.required : null)

/** Follows the named rule, which the server applies too; markup is told apart, as its mending differs. */
export const follows =
  (name: PatternName, message: string): TextCheck =>
  (text) => {
    if (text === '' || followsRule(name, text)) return null
    return holdsMarkup(text) ? fieldTexts.markup : message
  }

export const withoutMarkup: TextCheck = (text) => (holdsMarkup(text) ? fieldTexts.markup : null)

export const atMost =
  (length: number): TextCheck =>
  (text) =>
    text.length > length ? fieldTexts.tooLong(length) : null

/** A code of six digits, from an authenticator or a mail. */
export const oneTimeCode: TextCheck = (text) =>
  required(text) ?? follows('REGEX_TOKEN', fieldTexts.codeFormat)(text)

/** The first thing wrong, in the order given. */
export const all =
  (...checks: readonly TextCheck[]): TextCheck =>
  (text) => {
    for (const check of checks) {
      const wrong = check(text)
      if (wrong !== null) return wrong
    }
    return null
  }
