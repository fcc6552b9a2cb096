import { holdsMarkup } from '#domain/platform/patterns.ts'

/**
 * Whether a text has more than `limit` code points, which are counted only if the UTF-16 length leaves it
 * open.
 */
export function isLongerThan(text: string, limit: number): boolean {
  return text.length > limit && (text.length > 2 * limit || Array.from(text).length > limit)
}

/** Returns the first `limit` code points of a text. */
export function shortened(text: string, limit: number): string {
  if (!isLongerThan(text, limit)) return text
  const start = Array.from(text.slice(0, 2 * limit))
  return start.slice(0, limit).join('')
}

/**
 * Returns a text as one trimmed line; each run of line breaks, tabs, other controls and halves of surrogate pairs becomes
 * one space.
 */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ').trim()
}

/** Bidirectional control characters, which can disguise one name as another (CVE-2021-42574). */
const turningMarks = /[\u202A-\u202E\u2066-\u2069]/g

/**
 * Returns a login as one line without bidirectional controls. Any other change would make it another login.
 */
export function plainLogin(text: string): { login: string; isCleaned: boolean } {
  const login = oneLine(text).replaceAll(turningMarks, '')
  return { login, isCleaned: login !== text.trim() }
}

/** Control characters, of both ranges, but tabulators and line ends: no text that people typed has them. */
const controls = /(?![\t\n\r])\p{Cc}/gu

/** Returns a text without control characters; tabulators and line ends stay. */
export const withoutControls = (text: string): string => text.replaceAll(controls, '')

/** Whether a text has control characters other than tabulators and line ends. */
export const hasControls = (text: string): boolean => withoutControls(text) !== text

/** Half a surrogate pair, which JSON may escape, would become another character in UTF-8 in silence. */
const wellFormed = (text: string): string => (text.isWellFormed() ? text : text.replaceAll(/\p{Cs}/gu, ''))

/**
 * Returns a shown text of a file as it is kept, by every way in: without control characters and halves of surrogate pairs.
 * @param isExact of what Trousseau itself exported, only what no database keeps is dropped
 */
export const keepable = (text: string, isExact: boolean = false): string =>
  isExact ? wellFormed(text).replaceAll('\0', '') : withoutControls(wellFormed(text))

/**
 * Returns a secret of a file as it is kept, by every way in: without NUL characters and halves of surrogate pairs. Any other
 * character may belong to it.
 * @param isExact of what Trousseau itself exported, NUL characters stay
 */
export const keepableSecret = (text: string, isExact: boolean = false): string =>
  isExact ? wellFormed(text) : wellFormed(text).replaceAll('\0', '')

/** Returns a name that the forms accept: one line, no HTML tag, no bidirectional control. */
export function plainName(text: string): { name: string; isCleaned: boolean } {
  const line = oneLine(text)
  const turned = line.replaceAll(turningMarks, '').trim()
  const name = holdsMarkup(turned) ? turned.replaceAll('<', '\u2039') : turned
  return { name, isCleaned: name !== line || hasControls(text) || !text.isWellFormed() }
}
