/** The signs that a document prints. */
export type Signs = {
  /** Whether each font of the document has a character. */
  readonly hasGlyph: (character: string) => boolean
  /** Whether a mark was written, which the end of the document explains. */
  isMarked: boolean
}

/** Returns the signs of a document that writes in these registered fonts. */
export function signsIn(pdf: PDFKit.PDFDocument, names: readonly string[]): Signs {
  // The library's own font, which its types leave out.
  type Font = { font: { hasGlyphForCodePoint: (code: number) => boolean } }
  const fonts = names.map((name) => (pdf.font(name) as unknown as { _font: Font })._font.font)
  return {
    hasGlyph: (character) => fonts.every((font) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)),
    isMarked: false,
  }
}

/**
 * Returns a sign as it is printed: itself, or its number in a mark. The fonts do not place a combining accent on its
 * letter.
 */
export function signOrMark(signs: Signs, sign: string, isHidden = false): string {
  if (!isHidden && !/\p{M}/u.test(sign) && signs.hasGlyph(sign)) return sign
  signs.isMarked = true
  const code = (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return `‹U+${code}›`
}

/** Returns a text with its accents on their letters (NFC), and the signs that the fonts lack by their numbers. */
export const printable = (signs: Signs, text: string): string =>
  Array.from(text.normalize('NFC'), (sign) => signOrMark(signs, sign)).join('')
