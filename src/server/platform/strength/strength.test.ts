import { randomBytes } from 'node:crypto'
import { Options } from '@zxcvbn-ts/core'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { withoutAccents } from '#domain/platform/accents.ts'
import { loadGuessDictionaries } from '#domain/platform/guess-dictionaries.ts'
import { generatePassword } from '#domain/platform/password-generator.ts'
import { createPasswordRater } from '#domain/platform/password-guess.ts'
import { passwordFloors } from '#domain/platform/password-floor-figures.ts'
import { measureStrength } from '#domain/platform/password-strength.ts'
import { createStrengthGauge, guessesFor } from './strength.ts'
import { guessTableOf } from './guess-table.ts'
import { sequenceSubstitutes, substitutes } from './plain-form.ts'
import { createUnguessableCheck } from './unguessable.ts'

const dictionaries = await loadGuessDictionaries()
const judge = createPasswordRater(dictionaries)
/** Replaces some letters of a text by look-alike characters, and sometimes reverses it. */
function disguised(text: string, seed: number): string {
  const table: Record<string, string[]> = new Options().l33tTable
  const signs = Array.from(text, (letter, at) =>
    (at + seed) % 3 === 0 ? (table[letter]?.[seed % 2] ?? letter) : letter,
  )
  return (seed % 5 === 0 ? signs.toReversed() : signs).join('')
}

const isUnguessable = createUnguessableCheck(guessTableOf(dictionaries))

it('a level requires a number of guesses', () => {
  expect(([0, 1, 2, 3, 4, 5] as const).map(guessesFor)).toEqual([0, 0, 8, 10, 12, 14])
})

it('a random password nearly always keeps its level without zxcvbn', () => {
  const draws = Array.from({ length: 500 }, () =>
    generatePassword({ length: 20, specials: true }, randomBytes),
  )
  expect(draws.filter((password) => isUnguessable(password, 14, ['GLPI'])).length).toBeGreaterThan(490)
})

it('the fast check knows all substitutions of zxcvbn', () => {
  for (const [letter, written] of Object.entries(new Options().l33tTable)) {
    for (const signs of written) {
      if (signs.length > 1) expect([signs, sequenceSubstitutes[signs]]).toEqual([signs, letter])
      else
        expect(
          substitutes.some((group) => group.includes(letter) && group.includes(signs)),
          signs,
        ).toBe(true)
    }
  }
})

it('the fast check never accepts a password that zxcvbn caps', () => {
  const lists = Object.values(dictionaries.words)
  const word = (seed: number) => {
    const list = lists[seed % lists.length] ?? []
    return list[(seed * 7919) % Math.min(list.length, 3000)] ?? ''
  }
  const joins = ['', '-', '_', '.', '!', '1', ' ']
  for (let seed = 1; seed <= 450; seed += 1) {
    const parts = [word(seed), word(seed * 31), word(seed * 17), String(seed % 97)]
    const plain = parts.join(joins[seed % joins.length])
    const disguises = [
      plain,
      plain.replaceAll('o', '0').replace(/^./, (c) => c.toUpperCase()),
      disguised(plain, seed),
    ]
    const password = disguises[seed % 3] ?? ''
    const words = ['GLPI', seed % 4 === 0 ? (parts[1] ?? '') : 'mairie']
    const { counted, level } = judge(password, words)
    if (isUnguessable(password, guessesFor(counted.level), words))
      expect([password, level]).toEqual([password, counted.level])
  }
})

it('the quick judge and the thread give a password one level, with and without accents, composed and decomposed [STRN-10]', async () => {
  const gauge = createStrengthGauge()
  const { dictionary: french } = await import('@zxcvbn-ts/language-fr')
  const all = Object.values(french).flat()
  const accented = all.filter((one) => one !== withoutAccents(one))
  const word = fc.oneof(fc.constantFrom(...accented), fc.constantFrom(...all))
  const shape = fc.record({
    words: fc.array(word, { minLength: 1, maxLength: 4 }),
    join: fc.constantFrom('', '-', ' ', '.', '_'),
    // Random letters are what the quick judge answers for; without them the thread does.
    end: fc.constantFrom('', '!', '2024!', 'é!', 'kV8wqZr2Lp9Tn5x', 'zQv7é-Wk3'),
    own: fc.boolean(),
  })
  const property = fc.asyncProperty(shape, async ({ words, join, end, own }) => {
    const password = words.join(join) + end
    const plain = password.normalize('NFD').replace(/\p{Mn}/gu, '')
    const [first = ''] = own ? words : []
    const forbidden = new Set([first, first.normalize('NFD'), withoutAccents(first)])
    const forms = new Set([password.normalize('NFC'), password.normalize('NFD'), plain])
    const levels = new Set<number>()
    const floors = new Set<boolean>()
    for (const form of forms) {
      for (const named of forbidden) {
        levels.add(await gauge.levelOf(form, [named]))
        floors.add(await gauge.isGuessable(form, passwordFloors.masterKey, [named]))
      }
    }
    expect([password, [...levels], floors.size]).toEqual([password, [judge(plain, [first]).level], 1])
  })
  await fc.assert(property, { numRuns: 60 })
})

it('the fast check takes own words in a row as one part, as the judge does', () => {
  const own = ['jdupont', 'Jean', 'Dupont', "Préfecture de l'Hérault"]
  const word = fc.constantFrom('Jean', 'dupont', 'Prefecture', 'HERAULT', 'Je4n', 'jdup0nt', 'tluareh')
  const shape = fc.record({
    words: fc.array(word, { minLength: 2, maxLength: 5 }),
    join: fc.constantFrom('', '-', ' - ', '.'),
    start: fc.constantFrom('', 'kV8', 'zQv7w'),
    end: fc.constantFrom('', '!', '2024', '34000', 'kV8wq', 'wqZr2Lp9'),
  })
  fc.assert(
    fc.property(shape, ({ words, join, start, end }) => {
      const password = start + words.join(join) + end
      const { guess } = judge(password, own)
      for (const floor of [8, 10, 12, 14])
        if (isUnguessable(password, floor, own))
          expect([password, floor, (guess?.guessesLog10 ?? 0) >= floor]).toEqual([password, floor, true])
    }),
    { numRuns: 150 },
  )
})

it('a password made of the name, a date or a keyboard row is left to zxcvbn', () => {
  for (const password of [
    'GLPI-production-2026',
    'azertyuiopqsdfghjklm',
    '14/07/1789-Bastille!',
    'AbcAbcAbcAbcAbcAbc1!',
  ]) {
    const needed = guessesFor(measureStrength(password).level)
    expect(isUnguessable(password, needed, ['GLPI production']), password).toBe(false)
  }
})

it('a password is compared with a floor, by the thread where the fast check cannot tell [SIGN-46]', async () => {
  const gauge = createStrengthGauge()
  const floor = passwordFloors.masterKey
  const cases: [string, string[], boolean][] = [
    ['', [], true],
    ['kV8$wq-Zr2#Lp9?Tn5*x', [], false],
    ['quatre chevaux bleus galopent', [], false],
    ['Printemps2026!', [], true],
    ['aaaaaaaaaaaaaaaaaaaa', [], true],
    ['Xylocrate-Vantibule', ['Xylocrate', 'Vantibule'], true],
  ]
  for (const [password, words, expected] of cases)
    expect([password, await gauge.isGuessable(password, floor, words)]).toEqual([password, expected])
})

it('the level of a guessable password is capped when it is saved [STRN-08]', async () => {
  const gauge = createStrengthGauge()
  expect(await gauge.levelOf('', [])).toBe(0)
  expect(await gauge.levelOf('court', [])).toBe(1)
  expect(await gauge.levelOf('Password123*Password123*', [])).toBeLessThan(3)
  expect(await gauge.levelOf('kV8$wq-Zr2#Lp9?Tn5*x', ['GLPI'])).toBe(5)
})
