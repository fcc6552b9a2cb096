/**
 * Signs and letters that zxcvbn takes for one another stand as one. Where a sign is written for two letters, those
 * two become one as well: that finds words which are not there, never misses one which is.
 */
export const alike = [
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
/** Several signs that it takes for one letter. */
export const joined: Readonly<Record<string, string>> = {
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
const plain = new Map(alike.flatMap((group) => Array.from(group, (one) => [one, group.charAt(0)] as const)))

/** A text in lower case in which all that zxcvbn takes for one another is the same. */
export const plainOf = (text: string): string =>
  Array.from(text.toLowerCase(), (character) => plain.get(character) ?? character).join('')

/** Random passwords have one or two. */
const mostReadings = 8

/**
 * A password with each of its joined signs left as they are or taken for their letter, in every combination.
 * @returns null for a password that has too many
 */
export function readingsOf(password: string): string[] | null {
  const readings = [password]
  for (const [signs, letter] of Object.entries(joined)) {
    for (const reading of readings) {
      if (readings.length > mostReadings) return null
      for (let at = reading.indexOf(signs); at >= 0; at = reading.indexOf(signs, at + 1)) {
        readings.push(reading.slice(0, at) + letter + reading.slice(at + signs.length))
      }
    }
  }
  return readings
}
