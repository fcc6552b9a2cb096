import { shownLine } from '#domain/identity/shown-line.ts'

export type Claims = Record<string, unknown>
/** What the provider says of a person, for display. */
type Person = { readonly name: string; readonly email: string }

/** Returns a value that identifies, with the characters that nobody sees by their numbers: `‹U+202E›`. */
export const visible = (text: string): string =>
  text.replace(
    /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu,
    (sign) => `‹U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`,
  )

const nameOf = (claims: Claims): string =>
  shownLine(claims['name'], 200) ||
  ['given_name', 'family_name']
    .map((part) => shownLine(claims[part], 99))
    .filter((part) => part !== '')
    .join(' ')
const emailOf = (claims: Claims): string => shownLine(claims['email'], 254)

/** Whether claims have a name and an e-mail address, and not only what may stand for them. */
export const isNamed = (claims: Claims): boolean => nameOf(claims) !== '' && emailOf(claims) !== ''

/**
 * Returns what the claims of several sources say about a person (OpenID Connect Core §5.1), the first source that has it;
 * what may stand for a name or an address only where none has it. Empty where they say nothing.
 */
export function personOf(sources: readonly Claims[]): Person {
  const first = (read: (claims: Claims) => string): string =>
    sources.map(read).find((text) => text !== '') ?? ''
  return {
    name: first(nameOf) || first(({ nickname }) => shownLine(nickname, 200)),
    email: first(emailOf) || first((claims) => shownLine(claims['preferred_username'], 254)),
  }
}
