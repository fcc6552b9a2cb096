import { asciiOnly, foldedLetters } from './folding.ts'

/** The same letters in both cases; those whose capital is several letters or none have only the small one. */
const splitLetters: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(foldedLetters).flatMap(([letter, plain]) => {
    const capital = letter.toUpperCase()
    return capital.length === 1 && !asciiOnly.test(capital) && capital !== letter
      ? [
          [letter, plain],
          [capital, plain.toUpperCase()],
        ]
      : [[letter, plain]]
  }),
)
const splittable = new RegExp(`[${Object.keys(splitLetters).join('')}]`, 'gu')

/**
 * Returns a text as it is written without accents, in the case that it has: composed and decomposed forms give the same.
 * Ligatures are split and full-width forms made plain (NFKC). Marks of scripts that have no accents stay.
 */
export function withoutAccents(text: string): string {
  if (asciiOnly.test(text)) return text
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .normalize('NFKC')
    .replace(splittable, (letter) => splitLetters[letter] ?? letter)
}
