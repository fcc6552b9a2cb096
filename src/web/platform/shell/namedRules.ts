import { matchesPattern, type PatternName } from '#domain/platform/patterns.ts'

/** The server's rules. Until they arrive, those of the page apply. */
const told = new Map<string, RegExp>()

/** Stores the server's rules: `value` is a regex source for the `u` flag. */
export function learnRules(rules: readonly { name: string; value: string }[]): void {
  for (const { name, value } of rules) told.set(name, new RegExp(value, 'u'))
}

/** Returns whether a text matches the named rule. */
export const followsRule = (name: PatternName, text: string): boolean =>
  told.get(name)?.test(text) ?? matchesPattern(name, text)
