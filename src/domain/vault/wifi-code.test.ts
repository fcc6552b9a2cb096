import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wifiCode } from './wifi-code.ts'

/** Reads a code as telephones do. */
function read(code: string): Record<string, string> {
  expect(code.startsWith('WIFI:')).toBe(true)
  const parts = code.slice(5).match(/[A-Z]:(?:\\.|[^\\;])*;/gsu) ?? []
  return Object.fromEntries(parts.map((part) => [part[0], part.slice(2, -1).replace(/\\(.)/gsu, '$1')]))
}

describe('the code of a wireless network', () => {
  it('is the text that telephones read [FORM-05]', () => {
    expect(wifiCode({ name: 'Mairie', password: 'secret' })).toBe('WIFI:T:WPA;S:Mairie;P:secret;;')
    expect(wifiCode({ name: 'Hall', password: '' })).toBe('WIFI:T:nopass;S:Hall;;')
    expect(wifiCode({ name: 'a;b', password: String.raw`c\d:e,"f` })).toBe(
      String.raw`WIFI:T:WPA;S:a\;b;P:c\\d\:e\,\"f;;`,
    )
  })

  it('gives name and password back, whatever they contain [FORM-05]', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), (name, password) => {
        expect(read(wifiCode({ name, password }))).toEqual({ T: 'WPA', S: name, P: password })
      }),
    )
  })
})
