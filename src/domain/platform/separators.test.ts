import { expect, it } from 'vitest'
import { withoutSigns } from './separators.ts'

it('a run of signs counts once, whatever words it stands between', () => {
  const table: [string, string | null, number][] = [
    ['soleil-mer-2024', 'soleilmer2024', 1.5],
    ['soleil-mer/2024!', 'soleilmer2024', 4.5],
    ['soleil - mer-2024', 'soleilmer2024', 1.5 + Math.log10(3)],
    ['soleil---mer-2024', 'soleilmer2024', 1.5 + Math.log10(3)],
    ['soleil  mer 2024', 'soleilmer2024', 1.5 + Math.log10(2)],
    ['((soleil))((2024))', 'soleil2024', 1.5 + Math.log10(4)],
    ['soleil-!2024', 'soleil2024', 3],
    ['soleil-!!2024', 'soleil2024', 3 + Math.log10(3)],
    ['e\u0301te\u0301_\u0416\u0915\u094D', 'e\u0301te\u0301\u0416\u0915\u094D', 1.5],
    ['soleil2024', null, 0],
    ['-_-!', null, 0],
    ['', null, 0],
  ]
  for (const [password, text, signsLog10] of table)
    expect([password, withoutSigns(password)]).toEqual([
      password,
      text === null ? null : { text, signsLog10 },
    ])
})
