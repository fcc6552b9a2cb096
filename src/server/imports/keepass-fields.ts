/** Length in code points; a text that is short enough in UTF-16 units is not walked through. */
export function isLongerThan(text: string, limit: number): boolean {
  return text.length > limit && Array.from(text).length > limit
}

/** The first `limit` code points of a text. */
export function shortened(text: string, limit: number): string {
  return isLongerThan(text, limit) ? Array.from(text).slice(0, limit).join('') : text
}

/** A name as one line: ends trimmed, each run of line breaks, tabs and other controls made one space. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
