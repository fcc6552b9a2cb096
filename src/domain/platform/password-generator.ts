import { generatorLimits } from './limits.ts'

/** Returns `count` random bytes. The caller passes a cryptographic source. */
export type RandomBytes = (count: number) => Uint8Array

/**
 * The classes of characters. The special ones are safe in forms, double quotes of shells, CSV files and
 * spreadsheets: no quotes, backslash, `<`, `>`, backtick or space.
 */
export const generatorClasses = {
  lower: 'abcdefghijklmnopqrstuvwxyz',
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  digits: '0123456789',
  specials: '!#$%*+-./:=?@_~',
} as const

/** After this many passwords without every class, the source of randomness is broken. */
const mostAttempts = 1000

/**
 * Returns a random password of `length` characters with at least one of each class in use.
 *
 * Each candidate is drawn uniformly (rejection sampling), and one that lacks a class is discarded. All valid
 * passwords are then equally likely, unlike with placing one of each class and shuffling.
 *
 * @throws RangeError when `length` is not a whole number from 8 to 128
 * @throws Error when the source of randomness is constant
 */
export function generatePassword(
  { length, specials }: { length: number; specials: boolean },
  randomBytes: RandomBytes,
): string {
  if (!Number.isInteger(length) || length < generatorLimits.minimum || length > generatorLimits.maximum) {
    throw new RangeError(`length must be from ${generatorLimits.minimum} to ${generatorLimits.maximum}`)
  }
  const { lower, upper, digits } = generatorClasses
  const classes = specials ? [lower, upper, digits, generatorClasses.specials] : [lower, upper, digits]
  const alphabet = classes.join('')
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const characters = drawCharacters(alphabet, length, randomBytes)
    if (classes.every((members) => characters.some((character) => members.includes(character)))) {
      return characters.join('')
    }
  }
  throw new Error('the source of randomness does not vary')
}

/** Returns `count` characters of an alphabet of at most 256, drawn uniformly. */
function drawCharacters(alphabet: string, count: number, randomBytes: RandomBytes): string[] {
  // Bytes from here on would favour the first characters of the alphabet: they are discarded.
  const fairBytes = 256 - (256 % alphabet.length)
  const characters: string[] = []
  while (characters.length < count) {
    for (const byte of randomBytes(count - characters.length)) {
      if (byte < fairBytes) characters.push(alphabet.charAt(byte % alphabet.length))
    }
  }
  return characters
}
