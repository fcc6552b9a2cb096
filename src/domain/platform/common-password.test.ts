import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createCommonPasswordCheck, type CommonPasswordCheck } from './common-password.ts'
import { loadGuessDictionaries } from './guess-dictionaries.ts'
import { knownPhrases } from './known-phrases.ts'
import { generatePassword } from './password-generator.ts'

let isCommon: CommonPasswordCheck
beforeAll(async () => {
  isCommon = createCommonPasswordCheck(await loadGuessDictionaries())
})
const checked = (passwords: readonly string[]): [string, boolean][] =>
  passwords.map((password) => [password, isCommon(password)])
const all = (passwords: readonly string[], common: boolean): [string, boolean][] =>
  passwords.map((password) => [password, common])

describe('common passwords', () => {
  it('are those of the lists, decorated', () => {
    const common = ['Password2026!', 'password', '1qaz2wsx3edc', '!!Football!!!', 'P4ssw0rd2026!']
    expect(checked(common)).toEqual(all(common, true))
    const own = ['dragon849201746582', 'xPasswordx-vélo', 'chouette12chouette']
    expect(checked(own)).toEqual(all(own, false))
  })

  it('are walks over a keyboard or along the alphabet', () => {
    const walks = [
      'azertyuiopqsdfghjklmwxcvbn',
      'AZERTYUIOP qsdfghjklm 2026!',
      'qwertzuiopasdfghjklyxcvbnm',
      'qazwsxedcrfvtgbyhnujmik',
      '&é"\'(-è_çà)=azertyuiop',
      'mlkjhgfdsqpoiuytreza',
      'abcdefghijklmnopqrstuvwxyz0123456789',
      'aabbccddeeffgghhiijjkk',
    ]
    expect(checked(walks)).toEqual(all(walks, true))
  })

  it('are known phrases, with or without spaces, hyphens, accents and a few signs', () => {
    const phrases = [
      'correcthorsebatterystaple',
      'Correct Horse Battery Staple!',
      'correct-horse-battery-staple-1',
      'Liberté, Égalité, Fraternité',
      'c0rr3cth0rs3b4tt3ryst4pl3',
      'correcte cheval batterie agrafe',
      'les sanglots longs des violons',
      'Que la force soit avec toi 2026',
    ]
    expect(checked(phrases)).toEqual(all(phrases, true))
    const own = ['correct cheval agrafe', 'la pompe du lac verse', 'battery horse marron staple']
    expect(checked(own)).toEqual(all(own, false))
  })

  it('are never passwords of the generator', () => {
    const drawn = Array.from({ length: 300 }, () =>
      generatePassword({ length: 16, specials: false }, randomBytes),
    )
    expect(checked(drawn)).toEqual(all(drawn, false))
  })

  it('are compared with phrases that are stored folded', () => {
    expect(knownPhrases.filter((phrase) => !/^[a-z]+$/.test(phrase))).toEqual([])
  })
})
