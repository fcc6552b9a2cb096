/**
 * Letters that Unicode does not decompose, and apostrophes that people type in several ways. In order: oe,
 * ae, ss, o stroke, l stroke, d stroke, eth, thorn, dotless i, three apostrophes.
 */
export const foldedLetters: Readonly<Record<string, string>> = {
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
export const asciiOnly = /^[\u0020-\u007e]*$/

/**
 * Returns a text as search compares it: lower case, without accents, with ligatures split (œ is oe, ﬁ is fi)
 * and full-width forms made plain. Its length may differ from the text's.
 */
export function fold(text: string): string {
  // Most names are plain ASCII, where normalising has no effect and takes most of the time.
  if (asciiOnly.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(foldable, (letter) => foldedLetters[letter] ?? letter)
}

/**
 * Returns the order of French lists: first ignoring accents and case, with numbers by value (`srv2` before
 * `srv10`), then by accents, by case and by code units. Two different texts never compare as equal.
 */
export function frenchCollator(): { compare: (one: string, other: string) => number } {
  let collator: Intl.Collator | undefined
  const compareWhole = (one: string, other: string): number => {
    // `variant` compares whole texts by base letters first and then settles ties. Created on first use: a
    // starting server has no list to sort.
    collator ??= new Intl.Collator('fr', { numeric: true, sensitivity: 'variant' })
    return collator.compare(one, other)
  }
  return {
    compare: (one, other) =>
      byFirstLetters(one, other) || compareWhole(one, other) || (one < other ? -1 : one > other ? 1 : 0),
  }
}

/**
 * Returns the order of two texts by the first letter that differs, if everything up to it is plain ASCII.
 * Returns 0 where only the collator can decide; it takes ten times as long.
 */
function byFirstLetters(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  for (let at = 0; at < length; at += 1) {
    const [a, b] = [one.charCodeAt(at), other.charCodeAt(at)]
    if (a === b && a >= 0x20 && a < 0x7f) continue
    const [lowerA, lowerB] = [a | 0x20, b | 0x20]
    if (!isLetter(lowerA) || !isLetter(lowerB)) return 0
    if (lowerA === lowerB) continue
    // A combining mark belongs to the letter before it, and may change its order.
    return isPlain(one, at + 1) && isPlain(other, at + 1) ? lowerA - lowerB : 0
  }
  return 0
}

const isLetter = (unit: number): boolean => unit >= 0x61 && unit <= 0x7a
const isPlain = (text: string, at: number): boolean => at >= text.length || text.charCodeAt(at) < 0x7f
