import { describe, expect, it } from 'vitest'
import { withoutAccents } from './accents.ts'

describe('accents', () => {
  it('takes the accents off, and keeps the case and the scripts that have none', () => {
    expect(withoutAccents('Élève NAÏF, ça Œuvre: cœur')).toBe('Eleve NAIF, ca OEuvre: coeur')
    expect(withoutAccents('ÆNIMA straße Łódź ﬁn Ｐａｓ L’été')).toBe("AENIMA strasse Lodz fin Pas L'ete")
    for (const text of ['é', 'Ç', 'ế', 'ǘ'])
      expect(withoutAccents(text.normalize('NFD'))).toBe(withoutAccents(text))
    for (const text of ['한국', 'हिन्दी', 'ไทยที่', 'عَرَبِيّ', '🇫🇷👩‍🚒'])
      expect(withoutAccents(text)).toBe(text.normalize('NFKC'))
  })
})
