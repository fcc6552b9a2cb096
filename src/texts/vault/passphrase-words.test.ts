import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { masterKeyFaults } from '#domain/platform/account-password.ts'
import { createCommonPasswordCheck } from '#domain/platform/common-password.ts'
import { loadGuessDictionaries } from '#domain/platform/guess-dictionaries.ts'
import { passwordFloors } from '#domain/platform/password-floor-figures.ts'
import { createPasswordRater } from '#domain/platform/password-guess.ts'
import { drawPassphrase, passphraseWords } from '#domain/vault/passphrase.ts'
import { passphraseWordList } from './passphrase-words.ts'

test('the word list has 4096 different words that any keyboard can type', () => {
  expect(passphraseWordList).toHaveLength(passphraseWords.listLength)
  expect(new Set(passphraseWordList).size).toBe(passphraseWords.listLength)
  expect(passphraseWordList.filter((word) => !/^[a-z]{4,9}$/.test(word))).toEqual([])
})

test('every phrase of six words is long and strong enough for a master key', async () => {
  const isCommon = createCommonPasswordCheck(await loadGuessDictionaries())
  const shortest = passphraseWordList.toSorted((a, b) => a.length - b.length).slice(0, 6)
  expect(masterKeyFaults(shortest.join(' '), isCommon)).toEqual([])
  for (let round = 0; round < 200; round += 1)
    expect(masterKeyFaults(drawPassphrase(passphraseWordList, randomBytes), isCommon)).toEqual([])
})

test('every phrase of six words takes more guesses than a master key must', async () => {
  const rate = createPasswordRater(await loadGuessDictionaries())
  for (let round = 0; round < 100; round += 1) {
    const phrase = drawPassphrase(passphraseWordList, randomBytes)
    const guesses = rate(phrase, []).guess?.guessesLog10 ?? 0
    expect([phrase, guesses >= passwordFloors.masterKey]).toEqual([phrase, true])
  }
})
