import { expect, it } from 'vitest'
import { ownWordsOf, runsOfOwnWords } from './own-words.ts'

it('own words are whole texts, texts without signs, and their words, without accents and once', () => {
  expect(ownWordsOf(["Préfecture de l'Hérault", 'HÉRAULT', ' ab ', 'SI'])).toEqual([
    "prefecture de l'herault",
    'prefecture',
    'herault',
    'prefecturedelherault',
  ])
})

it('hundreds of long labels give 200 words, and a text longer than what is rated gives its words only', () => {
  const labels = Array.from({ length: 3_000 }, (_, place) => `Agence numéro ${place} du département`)
  expect(ownWordsOf(labels)).toHaveLength(200)
  expect(ownWordsOf(['x'.repeat(65), 'bref'])).toEqual(['bref'])
})

it('words in a row are one piece from each place where a row begins, with signs for letters too', () => {
  const words = ['jean', 'jeanne', 'dupont', 'herault']
  const table: [string, string[]][] = [
    ['JeanDupont34', ['jeandupont']],
    ['xJe4nDup0ntHérault', ['je4ndup0nt']],
    ['jeandupontherault2024', ['dupontherault', 'jeandupontherault']],
    ['jeannedupont', ['jeannedupont']],
    ['Jean-Dupont', []],
    ['jeanjean', ['jeanjean']],
    ['', []],
  ]
  for (const [text, runs] of table) expect([text, runsOfOwnWords(text, words)]).toEqual([text, runs])
})
