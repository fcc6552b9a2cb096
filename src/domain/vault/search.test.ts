import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold, frenchCollator } from '#domain/platform/folding.ts'
import { foundParts, placeOf, shortPath, termOf, wordRank, wordsOf } from './search.ts'

it('termOf trims blanks, and returns null for fewer than two characters [SRCH-06]', () => {
  for (const text of ['', ' a ', '🔑', 'e\u0301', '\u00a0k\n', 'k\u200b'])
    expect([text, termOf(text)]).toEqual([text, null])
  expect(['ab', ' ab ', 'a b'].map(termOf)).toEqual(['ab', 'ab', 'a b'])
})

describe('the words of a search', () => {
  it('are folded and unique, separated by any blanks', () => {
    expect(wordsOf('  Écoles\u00a0 du\tNORD école écoles ')).toEqual(['ecoles', 'du', 'nord', 'ecole'])
    expect(wordsOf(' \n ')).toEqual([])
  })
})

describe('the place of a word', () => {
  it.each([
    ['messagerie', 'mess', 'start'],
    ['la messagerie', 'mess', 'wordStart'],
    ['https://mess.exemple.fr', 'mess', 'wordStart'],
    ['https://mess.exemple.fr', 'exemple.fr', 'wordStart'],
    ['immessus', 'mess', 'inside'],
    // The better of two places.
    ['immessus mess', 'mess', 'wordStart'],
    ['réseau', 'mess', null],
  ])('in %s, of %s, is %s', (text, word, place) => {
    expect(placeOf(text, word)).toBe(place)
  })

  it('ranks the start of a name before words, words before their insides, and earlier fields first', () => {
    const ranks = [
      wordRank(0, 'start'),
      wordRank(0, 'wordStart'),
      wordRank(1, 'start'),
      wordRank(4, 'wordStart'),
      wordRank(0, 'inside'),
      wordRank(4, 'inside'),
    ]
    expect(ranks).toEqual([0, 1, 2, 5, 7, 11])
    expect(wordRank(2, 'start')).toBe(wordRank(2, 'wordStart'))
  })
})

describe('a shortened path', () => {
  it('has its first two names and the last [SRCH-11]', () => {
    expect(shortPath(['a', 'b', 'c'])).toEqual(['a', 'b', 'c'])
    expect(shortPath(['a', 'b', 'c', 'd'])).toEqual(['a', 'b', null, 'd'])
    expect(shortPath(['a', 'b', 'c', 'd', 'e'])).toEqual(['a', 'b', null, 'e'])
    expect(shortPath([])).toEqual([])
  })
})

describe('the parts of a text', () => {
  const marked = (text: string, ...words: string[]) =>
    foundParts(text, words)
      .map(({ text: part, isFound }) => (isFound ? `[${part}]` : part))
      .join('')

  it('mark what was searched for as the text writes it', () => {
    expect(marked('Élémentaire, école', 'ele', 'ecole')).toBe('[Élé]mentaire, [école]')
    expect(marked('Œuvre', 'oe')).toBe('[Œ]uvre')
    expect(marked('Œuvre', 'o')).toBe('[Œ]uvre')
    expect(marked('e\u0301te\u0301', 'et')).toBe('[e\u0301t]e\u0301')
    expect(marked('abab', 'ab', 'ba')).toBe('[abab]')
    expect(marked('rien', 'x')).toBe('rien')
    expect(marked('', 'x')).toBe('')
  })

  it('make up the whole text, and mark every word in it', () => {
    const text = fc
      .array(fc.constantFrom('a', 'É', 'e\u0301', 'œ', 'ß', '🔑', ' ', '.', 'I'))
      .map((all) => all.join(''))
    fc.assert(
      fc.property(text, fc.array(fc.constantFrom('a', 'e', 'oe', 'ss', '🔑', 'i.')), (written, words) => {
        const parts = foundParts(written, words)
        expect(parts.map((part) => part.text).join('')).toBe(written)
        const found = fold(parts.flatMap((part) => (part.isFound ? [part.text] : [])).join('\n'))
        for (const word of words) if (fold(written).includes(word)) expect(found).toContain(word)
      }),
    )
  })
})

it('frenchCollator orders texts as Intl.Collator alone does', () => {
  const collator = new Intl.Collator('fr', { numeric: true, sensitivity: 'variant' })
  const { compare } = frenchCollator()
  const piece = fc.constantFrom(
    ...'abcABCzZ'.split(''),
    'é',
    'e\u0301',
    '\u0327',
    'œ',
    'ß',
    ' ',
    '-',
    '_',
    '1',
    '02',
    '10',
    '🔑',
    '\u0001',
    '’',
  )
  const name = fc.array(piece, { maxLength: 6 }).map((all) => all.join(''))
  fc.assert(
    fc.property(name, name, (one, other) => {
      const told = collator.compare(one, other)
      if (told !== 0) expect(Math.sign(compare(one, other))).toBe(told)
    }),
    { numRuns: 20_000 },
  )
})
