import { matchesPattern, type PatternName } from '#domain/platform/patterns.ts'

/** The rules as the server tells them; those that came with the page speak until then. */
const told = new Map<string, RegExp>()

/** Takes over rules that the server tells: `value` is a source for the `u` flag. */
export function learnRules(rules: readonly { name: string; value: string }[]): void {
  for (const { name, value } of rules) told.set(name, new RegExp(value, 'u'))
}

/** Whether a text follows the named rule. */
export const followsRule = (name: PatternName, text: string): boolean =>
  told.get(name)?.test(text) ?? matchesPattern(name, text)
