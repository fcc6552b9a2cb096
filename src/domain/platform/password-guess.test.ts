import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadGuessDictionaries } from './guess-dictionaries.ts'
import { generatePassword } from './password-generator.ts'
import { countOnly, createPasswordRater, type PasswordRater } from './password-guess.ts'
import { withoutAccents } from './accents.ts'
import { capOfGuesses } from './password-strength.ts'
import { withoutSigns } from './separators.ts'
import { seededBytes } from './testing/seeded-bytes.ts'

let rate: PasswordRater
beforeAll(async () => {
  rate = createPasswordRater(await loadGuessDictionaries())
})

describe('password guess', () => {
  it('caps the level of a common or guessable password, with the reasons [STRN-08]', () => {
    const table: [string, string, number][] = [
      ['Password123*', 'COMMON_PASSWORD', 1],
      ['P@ssw0rd123456!', 'SUBSTITUTION', 2],
      ['AzertyuiopQsdfghjklm', 'KEYBOARD', 2],
      ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'REPEAT', 1],
      ['abcdefghijklmnopqrstuvwxyz', 'SEQUENCE', 1],
      ['Bonjour Bonjour Bonjour', 'REPEAT', 1],
      ['Motdepasse2026!', 'DATE', 2],
      ['01/02/1984', 'DATE', 1],
    ]
    for (const [password, reason, highest] of table) {
      const { counted, level, reasons } = rate(password, [])
      expect([password, level < counted.level, level <= highest]).toEqual([password, true, true])
      expect([password, reasons]).toEqual([password, expect.arrayContaining([reason])])
    }
  })

  it("tries the item's own name and login first [STRN-08]", () => {
    const password = 'Zwinkr-Trébuchet'
    const other = rate(password, [])
    const own = rate(password, ['Trébuchet production', 'zwinkr'])
    expect(own.guess?.guessesLog10).toBeLessThan(other.guess?.guessesLog10 ?? 0)
    expect(own.level).toBeLessThan(other.level)
    expect(own.reasons).toContain('FORBIDDEN_WORD')
  })

  it("knows the item's own words without their accents, and decomposed [STRN-08]", () => {
    const own = ["Préfecture de l'Hérault"]
    const forms = ['PréfectureHérault2024!', 'PrefectureHerault2024!', 'PREFECTUREhérault2024!']
    for (const password of forms.flatMap((form) => [form, form.normalize('NFD')])) {
      for (const words of [own, own.map((word) => word.normalize('NFD')), own.map(withoutAccents)]) {
        const { level, reasons } = rate(password, words)
        expect([password, level <= 2, reasons.includes('FORBIDDEN_WORD')]).toEqual([password, true, true])
      }
    }
    expect(rate('sécurité-générale', []).level).toBe(rate('securite-generale', []).level)
  })

  it('gives a password one level, with and without accents, composed and decomposed [STRN-10]', async () => {
    const { dictionary: french } = await import('@zxcvbn-ts/language-fr')
    const accented = Object.values(french)
      .flat()
      .filter((word) => word !== withoutAccents(word))
    expect(accented.length).toBeGreaterThan(5_000)
    const word = fc.oneof(fc.constantFrom(...accented), fc.constantFrom(...Object.values(french).flat()))
    const shape = fc.record({
      words: fc.array(word, { minLength: 1, maxLength: 4 }),
      join: fc.constantFrom('', '-', ' ', '.', '_'),
      end: fc.constantFrom('', '!', '2024', '2024!', '7', 'é!'),
      shout: fc.constantFrom('none', 'first', 'all'),
      own: fc.boolean(),
    })
    const cased = {
      none: (text: string) => text,
      first: capitalised,
      all: (text: string) => text.toUpperCase(),
    }
    fc.assert(
      fc.property(shape, ({ words, join, end, shout, own }) => {
        const password = words.map((one) => cased[shout](one)).join(join) + end
        const plain = password.normalize('NFD').replace(/\p{Mn}/gu, '')
        const forbidden = own ? [words[0] ?? ''] : []
        const forms = [password.normalize('NFC'), password.normalize('NFD'), plain]
        const [composed, ...others] = forms.map((form) => [
          rate(form, forbidden).level,
          countOnly(form).level,
        ])
        for (const other of others) expect(other).toEqual(composed)
      }),
      { numRuns: 100 },
    )
  })

  it('says that accents raise the ANSSI count only', () => {
    const { counted, level, reasons } = rate('éèàùçêûîâôéèàùçêûîâô', [])
    expect([counted.level, level, reasons.includes('ACCENTS')]).toEqual([5, expect.any(Number), true])
    expect(level).toBeLessThan(4)
  })

  it('knows the accented keys of a row of the keyboard', () => {
    expect(rate('&é"\'(-è_çà', [])).toMatchObject({ level: 1, reasons: ['KEYBOARD'] })
  })

  it('never lowers the level of a generated password', () => {
    const randomBytes = seededBytes(7)
    for (let length = 8; length <= 40; length += 2) {
      for (const specials of [true, false]) {
        for (let turn = 0; turn < 8; turn += 1) {
          const password = generatePassword({ length, specials }, randomBytes)
          const { counted, level } = rate(password, ['Serveur', 'admin'])
          expect([password, level]).toEqual([password, counted.level])
        }
      }
    }
  })

  it('does not lower the level of a sentence of unrelated words', () => {
    const { counted, level, reasons } = rate('cheval correct agrafe pile batterie', [])
    expect([level, reasons]).toEqual([counted.level, []])
  })

  it('has level 0 for an empty password, and the ANSSI count alone while the dictionaries load', () => {
    expect(rate('', ['x'])).toMatchObject({ level: 0, guess: null, reasons: [] })
    expect(countOnly('Password123*')).toMatchObject({ level: 2, guess: null, reasons: [] })
  })

  it('counts the guesses that zxcvbn counts with its lists apart', async () => {
    const { words, keyboards } = await loadGuessDictionaries()
    const limits = { maxLength: 64, l33tMaxSubstitutions: 8 }
    const apart = new ZxcvbnFactory({ dictionary: words, graphs: keyboards, ...limits })
    const lists = Object.values(words)
    const wordAt = (seed: number) => {
      const list = lists[seed % lists.length] ?? []
      return list[(seed * 7919) % list.length] ?? ''
    }
    for (let seed = 1; seed <= 150; seed += 1) {
      const plain = [wordAt(seed), wordAt(seed * 31), String(seed % 97)].join(['', '-', '1', ' '][seed % 4])
      const password = seed % 3 === 0 ? plain.replaceAll('o', '0').replaceAll('a', '@') : plain
      const spelt = apart.check(password, ['glpi']).guessesLog10
      const joined = spelt < 8 ? null : withoutSigns(withoutAccents(password))
      const guessesLog10 = joined
        ? Math.min(spelt, apart.check(joined.text, ['glpi']).guessesLog10 + joined.signsLog10)
        : spelt
      expect([password, rate(password, ['GLPI']).guess?.guessesLog10]).toEqual([password, guessesLog10])
    }
  })

  it('caps levels at 10^8, 10^10, 10^12 and 10^14 guesses', () => {
    expect([0, 7.99, 8, 9.99, 10, 12, 13.9, 14, 300].map(capOfGuesses)).toEqual([1, 1, 2, 2, 3, 4, 4, 5, 5])
  })

  // Quadratic time would exceed the time limit of the test.
  it('rates hostile passwords of 100,000 characters in linear time', () => {
    const hostile = [
      'a',
      'ab',
      '4@',
      'P@ssw0rd',
      '{([<4@',
      'été',
      'e\u0316\u0301',
      'e\u0301\u0316\u0316',
    ].map((part) => part.repeat(100_000 / part.length))
    for (const password of hostile) {
      expect(rate(password, []).level, password.slice(0, 8)).toBeTypeOf('number')
    }
  })
})

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
