/**
 * Groups of characters that zxcvbn substitutes for each other. If one character stands for two letters, these
 * letters share a group: this can find words that are not there, but misses none.
 */
export const substitutes = [
  'a4@',
  'b8',
  'c({[<kv>/',
  'd6g9&q',
  'e3',
  'f#h',
  'i1!|l7+t',
  'o0',
  's5$',
  'x%',
  'z2',
] as const
/** Character sequences that zxcvbn reads as one letter. */
export const sequenceSubstitutes: Readonly<Record<string, string>> = {
  '|)': 'd',
  '|-|': 'h',
  '|<': 'k',
  '^^': 'm',
  nn: 'm',
  '2n': 'm',
  '/\\\\/\\\\': 'm',
  '//': 'n',
  '()': 'o',
  '|_|': 'u',
  '^/': 'w',
  uu: 'w',
  vv: 'w',
  '2u': 'w',
  '2v': 'w',
  '\\\\/\\\\/': 'w',
  '><': 'x',
}
const plain = new Map(
  substitutes.flatMap((group) => Array.from(group, (one) => [one, group.charAt(0)] as const)),
)

/** Returns a text in lower case, with each group of substitutable characters as one. */
export const plainOf = (text: string): string =>
  Array.from(text.toLowerCase(), (character) => plain.get(character) ?? character).join('')

/** Random passwords have one or two. */
const mostReadings = 8

/**
 * Returns a password in every combination of its sequences left unchanged or read as a letter.
 * @returns null if there are too many
 */
export function readingsOf(password: string): string[] | null {
  const readings = [password]
  for (const [signs, letter] of Object.entries(sequenceSubstitutes)) {
    for (const reading of readings) {
      if (readings.length > mostReadings) return null
      for (let at = reading.indexOf(signs); at >= 0; at = reading.indexOf(signs, at + 1)) {
        readings.push(reading.slice(0, at) + letter + reading.slice(at + signs.length))
      }
    }
  }
  return readings
}
