import { describe, expect, it } from 'vitest'
import { fold, frenchCollator } from './folding.ts'

describe('folding', () => {
  it('ignores case, accents and ligatures', () => {
    expect(fold('Élève NAÏF, ça Œuvre: cœur')).toBe('eleve naif, ca oeuvre: coeur')
    expect(fold('Ænima straße Łódź ﬁn')).toBe('aenima strasse lodz fin')
    expect(fold("L’été d'août")).toBe("l'ete d'aout")
  })

  it('treats composed and decomposed accents alike', () => {
    expect(fold('é'.normalize('NFD'))).toBe(fold('é'.normalize('NFC')))
  })

  it('sorts as French readers expect, with numbers by value', () => {
    const { compare } = frenchCollator()
    const names = [
      'srv10',
      'Zèbre',
      'école',
      'srv2',
      'Eclair',
      'École',
      'eclair',
      'écran',
      'œuf',
      'ocre',
      'ogre',
    ]
    expect(names.toSorted(compare)).toEqual([
      'eclair',
      'Eclair',
      'école',
      'École',
      'écran',
      'ocre',
      'œuf',
      'ogre',
      'srv2',
      'srv10',
      'Zèbre',
    ])
  })

  it('never compares two different texts as equal', () => {
    const { compare } = frenchCollator()
    expect(compare('a\u0001b', 'ab')).not.toBe(0)
    expect(compare('ab', 'ab')).toBe(0)
    expect(compare('01', '1')).toBe(-compare('1', '01'))
  })
})
