import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { generatePassword } from './password-generator.ts'
import { loadGuessDictionaries } from './guess-dictionaries.ts'
import { passwordFloors } from './password-floor-figures.ts'
import { isGuessable } from './password-floors.ts'
import { createPasswordRater } from './password-guess.ts'

const rate = createPasswordRater(await loadGuessDictionaries())
const guesses = (password: string, words: readonly string[] = []) =>
  rate(password, words).guess?.guessesLog10 ?? 0

it('repetitions are below both floors', () => {
  const repeated = [
    'azertyazerty',
    'Motdepasse Motdepasse ',
    'passwordpasswordpassword',
    'azerty azerty azerty',
    'aaaaaaaaaaaaaaaaaa',
    'abcabcabcabcabc',
    'Motdepasse2024!Motdepasse2024!',
    'iloveyouiloveyouiloveyou1!',
    'Trousseau-Trousseau-2026',
    'kT9wqzkT9wqzkT9wqz',
  ]
  expect(repeated.filter((password) => guesses(password) >= passwordFloors.account)).toEqual([])
})

it('the keys and passwords of the measured table are below their floors', () => {
  const keys = ['OlympiqueMarseille', 'Montpellier34Rugby', 'Ordinateur-2026-!', '123456789012345']
  expect(keys.filter((key) => guesses(key) >= passwordFloors.masterKey)).toEqual([])
  const passwords = ['ordinateur7', 'Printemps2026!', 'portemanteau1234', 'jdupont-jdupont-1']
  expect(passwords.filter((one) => guesses(one, ['jdupont']) >= passwordFloors.account)).toEqual([])
})

it('what the generator draws is above both floors', () => {
  for (let round = 0; round < 100; round += 1) {
    const password = generatePassword({ length: 16, specials: false }, randomBytes)
    expect([password, guesses(password) >= passwordFloors.masterKey]).toEqual([password, true])
  }
})

it('one judgement in the calling thread gives the same answer, and knows the words given', async () => {
  expect(await isGuessable('', passwordFloors.account, [])).toBe(true)
  expect(await isGuessable('quatre chevaux bleus galopent', passwordFloors.masterKey, [])).toBe(false)
  const own = 'Xylocrate-Vantibule'
  const floor = Math.floor(guesses(own))
  expect([await isGuessable(own, floor, []), await isGuessable(own, floor, ['Vantibule'])]).toEqual([
    false,
    true,
  ])
})
