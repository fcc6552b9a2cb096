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
  // Under `variant` a whole text is compared by its letters first: the order of `base`, with its ties settled.
  const collator = new Intl.Collator('fr', { numeric: true, sensitivity: 'variant' })
  return {
    compare: (one, other) => collator.compare(one, other) || (one < other ? -1 : one > other ? 1 : 0),
  }
}
