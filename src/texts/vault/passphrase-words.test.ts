import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { masterKeyFaults } from '#domain/platform/account-password.ts'
import { createCommonPasswordCheck } from '#domain/platform/common-password.ts'
import { loadGuessDictionaries } from '#domain/platform/guess-dictionaries.ts'
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
