import { describe, expect, it } from 'vitest'
import { generatePassword, generatorClasses } from './password-generator.ts'
import { holdsMarkup } from './patterns.ts'
import { seededBytes } from './testing/seeded-bytes.ts'

const { lower, upper, digits, specials } = generatorClasses
const holdsOneOf = (password: string, members: string) =>
  Array.from(members).some((member) => password.includes(member))

/** Pearson's statistic for characters that should be equally frequent. */
function chiSquare(characters: string, alphabet: string): number {
  const expected = characters.length / alphabet.length
  const counts = new Map<string, number>()
  for (const character of characters) counts.set(character, (counts.get(character) ?? 0) + 1)
  return Array.from(alphabet).reduce(
    (sum, member) => sum + ((counts.get(member) ?? 0) - expected) ** 2 / expected,
    0,
  )
}

/** The limit that uniform characters exceed once in 100,000 runs (Wilson and Hilferty). */
const critical = (freedom: number) =>
  freedom * (1 - 2 / (9 * freedom) + 4.26 * Math.sqrt(2 / (9 * freedom))) ** 3

describe('password generator', () => {
  it('gives the requested length and at least one of each class [GENR-05]', () => {
    const randomBytes = seededBytes(1)
    for (let length = 8; length <= 128; length += 1) {
      const password = generatePassword({ length, specials: true }, randomBytes)
      expect(password).toHaveLength(length)
      for (const members of [lower, upper, digits, specials]) expect(holdsOneOf(password, members)).toBe(true)
      expect(holdsMarkup(password)).toBe(false)
    }
  })

  it('gives no special character without the option [GENR-06]', () => {
    const randomBytes = seededBytes(2)
    for (let turn = 0; turn < 500; turn += 1) {
      expect(generatePassword({ length: 8, specials: false }, randomBytes)).toMatch(/^[a-zA-Z0-9]{8}$/)
    }
  })

  it('draws every character with equal probability', () => {
    for (const withSpecials of [true, false]) {
      const randomBytes = seededBytes(3)
      const alphabet = [lower, upper, digits, withSpecials ? specials : ''].join('')
      const drawn = Array.from({ length: 2000 }, () =>
        generatePassword({ length: 128, specials: withSpecials }, randomBytes),
      ).join('')
      expect(chiSquare(drawn, alphabet)).toBeLessThan(critical(alphabet.length - 1))
    }
  })

  it('places digits in every position with equal probability', () => {
    const randomBytes = seededBytes(4)
    const places = Array.from({ length: 20_000 }, () =>
      Array.from(generatePassword({ length: 8, specials: true }, randomBytes))
        .flatMap((character, place) => (digits.includes(character) ? [String(place)] : []))
        .join(''),
    ).join('')
    expect(chiSquare(places, '01234567')).toBeLessThan(critical(7))
  })

  it('refuses a length outside 8 to 128 [GENR-02] [GENR-07]', () => {
    for (const length of [7, 129, 0, -1, 8.5, Number.NaN]) {
      expect(() => generatePassword({ length, specials: true }, seededBytes(5))).toThrow(RangeError)
    }
  })

  it('throws on a constant source of randomness instead of looping', () => {
    expect(() => generatePassword({ length: 8, specials: true }, (count) => new Uint8Array(count))).toThrow(
      'vary',
    )
  })
})
