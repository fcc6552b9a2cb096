import { describe, expect, it } from 'vitest'
import { decodeLabel } from './punycode.ts'

describe('punycode', () => {
  it('decodes what URL encodes', () => {
    for (const name of [
      'café',
      'bücher',
      'éàüöç',
      'россия',
      '例え',
      'παράδειγμα',
      'ça-et-là',
      '💩',
      'пример-test',
    ]) {
      const label = new URL(`https://${name}.fr`).hostname.slice(0, -3)
      expect([label.startsWith('xn--'), decodeLabel(label)]).toEqual([true, name])
    }
  })

  it('decodes the samples of RFC 3492', () => {
    expect(decodeLabel('xn--ihqwcrb4cv8a8dqg056pqjye')).toBe('他们为什么不说中文')
    expect(decodeLabel('xn--3b-ww4c5e180e575a65lsy2b')).toBe('3年b組金八先生')
  })

  it('returns plain labels unchanged and null for invalid ones', () => {
    expect(decodeLabel('exemple')).toBe('exemple')
    for (const label of ['xn--', 'xn--a-é', 'xn--99999999', `xn--${'a'.repeat(70)}`]) {
      expect([label, decodeLabel(label)]).toEqual([label, null])
    }
  })
})
