/**
 * Letters that Unicode does not decompose, and apostrophes that people type in several ways. Written by number:
 * oe, ae, ss, o stroke, l stroke, d stroke, eth, thorn, dotless i, then the three apostrophes.
 */
const foldedLetters: Readonly<Record<string, string>> = {
  '\u0153': 'oe',
  '\u00e6': 'ae',
  '\u00df': 'ss',
  '\u00f8': 'o',
  '\u0142': 'l',
  '\u0111': 'd',
  '\u00f0': 'd',
  '\u00fe': 'th',
  '\u0131': 'i',
  '\u2019': "'",
  '\u2018': "'",
  '\u02bc': "'",
}
const foldable = new RegExp(`[${Object.keys(foldedLetters).join('')}]`, 'gu')
const asciiOnly = /^[\u0020-\u007e]*$/

/**
 * Text as search compares it: lower case, without accents, ligatures taken apart (œ is oe, ﬁ is fi),
 * full-width forms made plain. Its length may differ from that of the text.
 */
export function fold(text: string): string {
  // Most names are plain ASCII, where decomposing has nothing to do and costs most of the time.
  if (asciiOnly.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(foldable, (letter) => foldedLetters[letter] ?? letter)
}

/**
 * The order of French lists: accents and case aside first, numbers by their value (`srv2` before `srv10`);
 * then accents, then case, then code units, so that two different texts never compare as equal.
 */
export function frenchCollator(): { compare: (one: string, other: string) => number } {
  let collator: Intl.Collator | undefined
  const compareWhole = (one: string, other: string): number => {
    // Under `variant` a whole text is compared by its letters first: the order of `base`, with its ties settled. Made at
    // its first use: a server that starts has no lists to sort yet.
    collator ??= new Intl.Collator('fr', { numeric: true, sensitivity: 'variant' })
    return collator.compare(one, other)
  }
  return {
    compare: (one, other) =>
      byFirstLetters(one, other) || compareWhole(one, other) || (one < other ? -1 : one > other ? 1 : 0),
  }
}

/**
 * The order of two texts that begin alike in plain ASCII, case aside, and then differ by two letters: those decide
 * before anything after them can. 0 of all others, which only the collator can tell; it takes ten times as long.
 */
function byFirstLetters(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  for (let at = 0; at < length; at += 1) {
    const [a, b] = [one.charCodeAt(at), other.charCodeAt(at)]
    if (a === b && a >= 0x20 && a < 0x7f) continue
    const [lowerA, lowerB] = [a | 0x20, b | 0x20]
    if (!isLetter(lowerA) || !isLetter(lowerB)) return 0
    if (lowerA === lowerB) continue
    // A mark that follows a letter belongs to it, and may make another letter of it.
    return isPlain(one, at + 1) && isPlain(other, at + 1) ? lowerA - lowerB : 0
  }
  return 0
}

const isLetter = (unit: number): boolean => unit >= 0x61 && unit <= 0x7a
const isPlain = (text: string, at: number): boolean => at >= text.length || text.charCodeAt(at) < 0x7f
