import { describe, expect, it } from 'vitest'
import { decodeNota, encodeNota } from './nota-content.ts'

const fields = [
  { label: 'Identifiant', value: 'admin', isSecret: false },
  { label: 'Mot de passe', value: 'x" : \n\\ é', isSecret: true },
]

describe('the content of a one-time message', () => {
  it('is the plain text without fields, as clients send that know none [NOTA-03]', () => {
    expect(encodeNota({ fields: [], text: ' Bonjour\n' })).toBe(' Bonjour\n')
    expect(decodeNota(' Bonjour\n')).toEqual({ fields: [], text: ' Bonjour\n' })
    expect(encodeNota({ fields: [], text: '' })).toBe('')
  })

  it('keeps fields and text unchanged [NOTA-04]', () => {
    for (const content of [
      { fields, text: '' },
      { fields, text: 'Identifiant\u00a0: faux' },
      { fields: [], text: '\u0001{"fields":[],"text":""}' },
    ])
      expect(decodeNota(encodeNota(content))).toEqual(content)
  })

  it('is shown as it is when it cannot be read as fields', () => {
    for (const message of [
      '\u0001',
      '\u0001{"fields":[]}',
      '\u0001{"fields":[{"label":"Nom"}],"text":""}',
      '\u0001{"fields":null,"text":""}',
      '\u0001null',
    ])
      expect(decodeNota(message)).toEqual({ fields: [], text: message })
  })
})
