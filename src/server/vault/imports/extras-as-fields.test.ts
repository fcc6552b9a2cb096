import { extraFieldLimits } from '#domain/platform/limits.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extraFieldKinds } from '#domain/vault/extra-fields.ts'
import { extrasAsFields, type Extra } from './extras-as-fields.ts'

const shown = (label: string, value: string): Extra => ({ label, value, isHidden: false })
const hidden = (label: string, value: string): Extra => ({ label, value, isHidden: true })
const many = (count: number, of: typeof shown) =>
  Array.from({ length: count }, (_, at) => of(`Champ ${at}`, `valeur ${at}`))

describe('the extra fields of a file', () => {
  it('get their kind by their content', () => {
    const extras = [
      shown('Port', ' 22 '),
      shown('Notes', 'une\ndeux'),
      shown('Site', 'https://exemple.fr'),
      shown('Piège', 'javascript:alert(1)'),
      shown('Expire', '2027-01-31'),
      shown('Faux', '2027-02-31'),
      shown('Long', 'x'.repeat(3_000)),
      hidden('Expire', '2027-01-31'),
      shown('', 'sans nom'),
      shown('Deux\nlignes <b>', 'x'),
    ]
    expect(extrasAsFields(extras)).toEqual({
      description: '',
      isTooLong: false,
      joined: [],
      fields: [
        { label: 'Port', kind: 'text', value: '22' },
        { label: 'Notes', kind: 'lines', value: 'une\ndeux' },
        { label: 'Site', kind: 'address', value: 'https://exemple.fr' },
        { label: 'Piège', kind: 'text', value: 'javascript:alert(1)' },
        { label: 'Expire', kind: 'date', value: '2027-01-31' },
        { label: 'Faux', kind: 'text', value: '2027-02-31' },
        { label: 'Long', kind: 'lines', value: 'x'.repeat(3_000) },
        { label: 'Expire', kind: 'concealed', value: '2027-01-31' },
        { label: 'Autres champs', kind: 'text', value: 'sans nom' },
        { label: 'Deux lignes \u2039b>', kind: 'text', value: 'x' },
      ],
    })
  })

  it('beyond the thirtieth go to the description, unless one of them is hidden', () => {
    expect(extrasAsFields(many(30, shown)).fields).toHaveLength(30)
    const visible = extrasAsFields(many(32, shown))
    expect(visible.fields).toHaveLength(29)
    expect(visible.description.split('\n')).toEqual(
      [29, 30, 31].map((at) => `Champ ${at}\u00a0: valeur ${at}`),
    )
    expect(visible.joined).toEqual(['Champ 29', 'Champ 30', 'Champ 31'])
    const secret = extrasAsFields([...many(31, shown), hidden('PIN', '1234')])
    expect(secret).toMatchObject({ description: '', isTooLong: false })
    expect(secret.fields.at(-1)).toMatchObject({ label: 'Autres champs', kind: 'concealed' })
    expect(secret.fields.at(-1)?.value).toContain('PIN\u00a0: 1234')
    expect(secret.fields).toHaveLength(30)
  })

  it('that are longer than a concealed field may be refuse the entry', () => {
    expect(extrasAsFields([hidden('Clé', 'x'.repeat(10_000))]).isTooLong).toBe(false)
    expect(extrasAsFields([hidden('Clé', 'x'.repeat(10_001))]).isTooLong).toBe(true)
  })

  it('are never lost, and nothing hidden becomes visible [MNGR-20]', () => {
    const extra = fc.record({
      label: fc.oneof(fc.string(), fc.string({ minLength: 101, maxLength: 200 })),
      value: fc.oneof(fc.string(), fc.string({ minLength: 2_000, maxLength: 12_000 })),
      isHidden: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(extra, { maxLength: 40 }), (given) => {
        const extras = given.map((one, at) => ({ ...one, value: `canari${at}.${one.value}` }))
        const { fields, description, isTooLong } = extrasAsFields(extras)
        expect(fields.length).toBeLessThanOrEqual(extraFieldLimits.fields)
        for (const { label, kind, value } of fields) {
          expect(label.length).toBeLessThanOrEqual(extraFieldLimits.label)
          if (!isTooLong) expect(value.length).toBeLessThanOrEqual(extraFieldKinds[kind].maximum)
        }
        const open = [
          description,
          ...fields.filter(({ kind }) => kind !== 'concealed').map(({ value }) => value),
        ]
        const all = [...open, ...fields.map(({ value }) => value)]
        for (const { value, isHidden } of extras) {
          expect(all.some((text) => text.includes(value.trim()))).toBe(true)
          const name = value.slice(0, value.indexOf('.') + 1)
          if (isHidden)
            expect(open.some((text) => text.startsWith(name) || text.includes(` ${name}`))).toBe(false)
        }
      }),
    )
  })
})
