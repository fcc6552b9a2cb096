import { describe, expect, it } from 'vitest'
import { proposedLogin } from '#domain/platform/proposed-login.ts'
import { peopleIn, withoutEntry } from './new-people.ts'

const rowsOf = (text: string) =>
  peopleIn(text).map(({ person }) =>
    [person.firstName, person.lastName, person.login, person.email].join('|'),
  )

describe('the proposed login', () => {
  it.each([
    ['Hélène', "D'Aubigné", 'helene.daubigne'],
    ['Jean-Marc', 'Le Goff', 'jean-marc.le-goff'],
    ['Zoé', '', 'zoe'],
    ['', 'Œuvrard', 'oeuvrard'],
    ['', '', ''],
    ['<b>', '…', 'b'],
  ])('of %s %s is %s', (firstName, lastName, login) => {
    expect(proposedLogin({ firstName, lastName })).toBe(login)
  })
})

describe('a pasted list', () => {
  it('may separate mails by lines, commas, semicolons or spaces', () => {
    expect(rowsOf('a.martin@x.fr\nb.roux@x.fr; c@x.fr, d.e@x.fr f@x.fr\r\n')).toEqual([
      '||a.martin|a.martin@x.fr',
      '||b.roux|b.roux@x.fr',
      '||c|c@x.fr',
      '||d.e|d.e@x.fr',
      '||f|f@x.fr',
    ])
  })

  it('has names in several notations, or in the address itself', () => {
    expect(
      rowsOf(
        [
          'Marie Durand <m.durand@x.fr>',
          '"Leroy, Paul" <paul@x.fr>; DE LA TOUR Anne <at@x.fr>',
          'Luc GIRARD-PETIT\tluc@x.fr',
          'ines.moreau@x.fr',
          '<seul@x.fr>',
          "'o.neil@x.fr' <o.neil@x.fr>",
        ].join('\n'),
      ),
    ).toEqual([
      'Marie|Durand|marie.durand|m.durand@x.fr',
      'Paul|Leroy|paul.leroy|paul@x.fr',
      'Anne|De La Tour|anne.de-la-tour|at@x.fr',
      'Luc|Girard-Petit|luc.girard-petit|luc@x.fr',
      'Ines|Moreau|ines.moreau|ines.moreau@x.fr',
      '||seul|seul@x.fr',
      '||o.neil|o.neil@x.fr',
    ])
  })

  it('proposes each login once, and counts a repeated mail once', () => {
    expect(rowsOf('Marie Durand <a@x.fr>, Marie Durand <b@x.fr>, MARIE <A@x.fr>')).toEqual([
      'Marie|Durand|marie.durand|a@x.fr',
      'Marie|Durand|marie.durand2|b@x.fr',
    ])
  })

  it('keeps what is no mail, for its fault to be shown', () => {
    expect(rowsOf('marie.durand')).toEqual(['Marie|Durand|marie.durand|marie.durand'])
  })

  it('loses one entry and keeps the others', () => {
    const text = '"Leroy, Paul" <paul@x.fr>; b@x.fr c@x.fr'
    expect(withoutEntry(text, 'b@x.fr')).toBe('"Leroy, Paul" <paul@x.fr>\nc@x.fr')
    expect(rowsOf(withoutEntry(text, 'b@x.fr'))).toEqual(['Paul|Leroy|paul.leroy|paul@x.fr', '||c|c@x.fr'])
  })
})
