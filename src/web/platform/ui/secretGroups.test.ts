import { describe, expect, it } from 'vitest'
import { secretGroups } from './secretGroups.ts'

const joined = (secret: string) =>
  secretGroups(secret)
    .flat()
    .map((run) => run.text)
    .join('')

describe('a secret shown in groups', () => {
  it('keeps every character, in order', () => {
    for (const secret of [
      '',
      'a',
      'Tr0ub4dor&3',
      'été à Noël 2026 !',
      '👩‍🚀🔑abc1',
      ' deux  espaces ',
      'x'.repeat(128),
    ]) {
      expect(joined(secret)).toBe(secret)
    }
  })

  it('distinguishes letters, digits, symbols and spaces', () => {
    expect(secretGroups('é1& ')).toEqual([
      [
        { kind: 'letter', text: 'é' },
        { kind: 'digit', text: '1' },
        { kind: 'symbol', text: '&' },
        { kind: 'space', text: ' ' },
      ],
    ])
  })

  it('is one group if short, and groups of five characters if long', () => {
    expect(secretGroups('abcdefgh')).toHaveLength(1)
    expect(secretGroups('abcdefghi')).toHaveLength(2)
    expect(secretGroups('x'.repeat(20))).toHaveLength(4)
  })

  it('has groups of a given size, as for a code of six digits', () => {
    expect(secretGroups('482913', 3)).toEqual([
      [{ kind: 'digit', text: '482' }],
      [{ kind: 'digit', text: '913' }],
    ])
  })

  it('counts an emoji of several code points as one character', () => {
    expect(secretGroups('👩‍🚀'.repeat(9))).toHaveLength(2)
  })
})
