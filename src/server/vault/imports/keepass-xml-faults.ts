import type { ImportFault } from '#texts/vault/imports.ts'

/** Endings of the XML parser's messages -> fault; any other message means MALFORMED. */
const faultsByMessage: readonly (readonly [RegExp, ImportFault])[] = [
  [/disallowed character\.$/, 'ILLEGAL_CHARACTER'],
  [/malformed character entity\.$/, 'ILLEGAL_CHARACTER'],
  [/undefined entity\.$/, 'ENTITY_REFUSED'],
  [/unclosed tag: \S*$/, 'TRUNCATED'],
  [/unexpected end\.$/, 'TRUNCATED'],
]

/**
 * Returns the fault for an error of the XML parser. Before the root element, anything but a forbidden
 * character means that the file is not XML (CSV, plain text, only blanks).
 */
export function xmlFault(message: string, isInRoot: boolean): ImportFault {
  const fault = faultsByMessage.find(([pattern]) => pattern.test(message))?.[1] ?? 'MALFORMED'
  return isInRoot || fault === 'ILLEGAL_CHARACTER' ? fault : 'NOT_XML'
}

/** What ends text outside the root element. CDATA is not allowed there from its first character. */
const endsOfStrayText = ['<', '&', '<![CDATA[']

/**
 * Whether an error of the XML parser is about text outside the root element that may continue.
 * @param position of the next character of `text`
 */
export function isStrayText(message: string, text: string, position: number): boolean {
  if (!message.endsWith('text data outside of root node.')) return false
  return !endsOfStrayText.some((end) => text.endsWith(end, position))
}
