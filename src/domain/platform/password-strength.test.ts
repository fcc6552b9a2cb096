import { describe, expect, it } from 'vitest'
import { levelOfBits, measureStrength } from './password-strength.ts'

const flagOf = (password: string) =>
  Object.entries(measureStrength(password))
    .filter(([, value]) => value === true)
    .map(([name]) => name)

describe('password strength', () => {
  it('uses the smallest alphabet that contains every character, and sets only its flag [STRN-04]', () => {
    const table: [string, string, number][] = [
      ['010110', 'isSymVeryWeak2', 2],
      ['012345', 'isSymWeak10', 10],
      ['0A1F', 'isSymAverage16', 16],
      ['DEAD', 'isSymAverage16', 16],
      ['azerty', 'isSymAverage26', 26],
      ['AZERTY', 'isSymAverage26', 26],
      ['0a1f', 'isSymAverage36', 36],
      ['AZERTY1', 'isSymAverage36', 36],
      ['Azerty', 'isSymAverage52', 52],
      ['Azerty1', 'isSymStrong62', 62],
      ['Azerty1!', 'isSymVeryStrong70', 70],
      ['!#$*%?', 'isSymVeryStrong70', 70],
      ['Azerty1&', 'isSymVeryStrong90', 90],
      ['été', 'isSymVeryStrong90', 90],
      ['a b', 'isSymVeryStrong90', 90],
      ['a\n', 'isSymVeryStrong90', 90],
      ['🔑', 'isSymVeryStrong90', 90],
    ]
    for (const [password, flag, size] of table) {
      expect([password, flagOf(password)]).toEqual([password, [flag]])
      expect(measureStrength(password).coef).toBe(Number(Math.log2(size).toFixed(2)))
    }
  })

  it('counts code points, and returns bits unrounded and two decimals per character [STRN-03] [STRN-05]', () => {
    expect(measureStrength('🔑🔑')).toMatchObject({ length: 2, coef: 6.49, strength: 2 * Math.log2(90) })
    expect(measureStrength('0101')).toMatchObject({ length: 4, coef: 1, strength: 4 })
  })

  it('is 0 for an empty password [STRN-06]', () => {
    expect(measureStrength('')).toMatchObject({ length: 0, coef: 0, strength: 0, level: 0 })
    expect(flagOf('')).toEqual([])
  })

  it('has levels from 64, 80, 100 and 128 bits, unrounded [STRN-06]', () => {
    expect([0, 1, 63.999, 64, 79.999, 80, 99.999, 100, 127.999, 128, 900].map(levelOfBits)).toEqual([
      0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5,
    ])
  })

  it('gives the levels of the known vectors [STRN-07]', () => {
    const with70 = 'aB3!'
    const with90 = 'aB3&'
    const with36 = 'az19'
    expect(measureStrength(with70.repeat(2)).level).toBe(1)
    expect(measureStrength(with90.repeat(3).slice(0, 10)).level).toBe(2)
    expect(measureStrength(with90.repeat(3))).toMatchObject({ level: 2, strength: expect.closeTo(77.9, 1) })
    expect(measureStrength(with36.repeat(4))).toMatchObject({ level: 3, strength: expect.closeTo(82.7, 1) })
    expect(measureStrength(with90.repeat(4)).level).toBe(4)
    expect(measureStrength(with90.repeat(5)).level).toBe(5)
  })
})
