import { holdsMarkup } from '#domain/platform/patterns.ts'

/** Length in code points, of one or two UTF-16 units each; only a text that these leave in doubt is walked through. */
export function isLongerThan(text: string, limit: number): boolean {
  return text.length > limit && (text.length > 2 * limit || Array.from(text).length > limit)
}

/** The first `limit` code points of a text. */
export function shortened(text: string, limit: number): string {
  if (!isLongerThan(text, limit)) return text
  const start = Array.from(text.slice(0, 2 * limit))
  return start.slice(0, limit).join('')
}

/** A name as one line: ends trimmed, each run of line breaks, tabs and other controls made one space. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

/** Marks that turn the reading direction, with which one name can be dressed up as another (CVE-2021-42574). */
const turningMarks = /[\u202A-\u202E\u2066-\u2069]/g

/** A login as one line without marks that turn the direction; nothing else is touched, or it would be another one. */
export function plainLogin(text: string): { login: string; isCleaned: boolean } {
  const login = oneLine(text).replaceAll(turningMarks, '')
  return { login, isCleaned: login !== text.trim() }
}

/** A name as one line, and made such as the forms accept it: no HTML tag, no mark that turns the direction. */
export function plainName(text: string): { name: string; isCleaned: boolean } {
  const line = oneLine(text)
  const turned = line.replaceAll(turningMarks, '').trim()
  const name = holdsMarkup(turned) ? turned.replaceAll('<', '\u2039') : turned
  return { name, isCleaned: name !== line }
}
