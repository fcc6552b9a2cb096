import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { loadGuessDictionaries } from '#domain/guess-dictionaries.ts'
import { generatePassword } from '#domain/password-generator.ts'
import { createGuessJudge } from '#domain/password-guess.ts'
import { createStrengthGauge, guessesFor } from './strength.ts'
import { createUnguessable, guessTableOf } from './unguessable.ts'

const dictionaries = await loadGuessDictionaries()
const judge = createGuessJudge(dictionaries)
const isUnguessable = createUnguessable(guessTableOf(dictionaries))

it('a level is capped below so many guesses', () => {
  expect(([0, 1, 2, 3, 4, 5] as const).map(guessesFor)).toEqual([0, 0, 8, 10, 12, 14])
})

it('a random password keeps its level without the slow judge, nearly always', () => {
  const draws = Array.from({ length: 500 }, () =>
    generatePassword({ length: 20, specials: true }, randomBytes),
  )
  expect(draws.filter((password) => isUnguessable(password, 14, ['GLPI'])).length).toBeGreaterThan(440)
})

it('the quick judge never spares a password that the slow one caps', () => {
  const lists = Object.values(dictionaries.words)
  const word = (seed: number) => {
    const list = lists[seed % lists.length] ?? []
    return list[(seed * 7919) % Math.min(list.length, 3000)] ?? ''
  }
  const joins = ['', '-', '_', '.', '!', '1', ' ']
  for (let seed = 1; seed <= 300; seed += 1) {
    const parts = [word(seed), word(seed * 31), word(seed * 17), String(seed % 97)]
    const plain = parts.join(joins[seed % joins.length])
    const password = seed % 2 === 0 ? plain.replaceAll('o', '0').replace(/^./, (c) => c.toUpperCase()) : plain
    const { counted, level } = judge(password, ['GLPI'])
    if (isUnguessable(password, guessesFor(counted.level), ['GLPI']))
      expect([password, level]).toEqual([password, counted.level])
  }
})

it('what a person makes of the name, a date or a keyboard row is left to the slow judge', () => {
  for (const password of [
    'GLPI-production-2026',
    'azertyuiopqsdfghjklm',
    '14/07/1789-Bastille!',
    'AbcAbcAbcAbcAbcAbc1!',
  ]) {
    expect(isUnguessable(password, 8, ['GLPI production'])).toBe(false)
  }
})

it('a guessable password is capped below its count when it is saved [STRN-08]', async () => {
  const gauge = createStrengthGauge()
  expect(await gauge.levelOf('', [])).toBe(0)
  expect(await gauge.levelOf('court', [])).toBe(1)
  expect(await gauge.levelOf('Password123*Password123*', [])).toBeLessThan(3)
  expect(await gauge.levelOf('kV8$wq-Zr2#Lp9?Tn5*x', ['GLPI'])).toBe(5)
})
