import { describe, expect, it } from 'vitest'
import { guessReasons } from '#domain/platform/password-guess.ts'
import { strengthStyles } from '#domain/platform/password-strength.ts'
import { guessReasonTexts } from './rating-details.ts'
import { strengthTexts } from './ratings.ts'

describe('strength texts', () => {
  it('name the levels and their styles [STRN-02]', () => {
    expect(([1, 2, 3, 4, 5] as const).map((level) => [strengthTexts[level], strengthStyles[level]])).toEqual([
      ['Très faible', 'woody'],
      ['Faible', 'bronze'],
      ['Moyen', 'silver'],
      ['Fort (recommandé)', 'gold'],
      ['Très fort', 'platinum'],
    ])
    expect(strengthStyles[0]).toBe('none')
  })

  it('explain each reason for a lowered level in its own words [STRN-08]', () => {
    const sentences = guessReasons.map((reason) => guessReasonTexts[reason])
    expect(new Set(sentences).size).toBe(guessReasons.length)
  })
})
