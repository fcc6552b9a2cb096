import { extraFieldLimits } from '#domain/platform/limits.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { categoryKeys } from '#domain/platform/categories.ts'
import {
  extraFieldId,
  extraFieldKindNames,
  inOrder,
  isDate,
  labelFault,
  mergedFields,
  searchedTextOf,
  storedField,
  suggestedFields,
  suggestionsOf,
  valueFault,
  type ExtraFieldKind,
  type NewExtraField,
} from './extra-fields.ts'

const field = fc.record({
  label: fc.string({ minLength: 1, maxLength: 5 }),
  kind: fc.constantFrom(...extraFieldKindNames),
  value: fc.string({ minLength: 1, maxLength: 5 }),
})
const withIds = (fields: readonly NewExtraField[]) =>
  fields.map((one, place) => ({ ...one, id: extraFieldId(1, place) }))

describe('a label', () => {
  it('is one line of text within its limit [FIEL-03]', () => {
    expect(labelFault('Code PIN')).toBeNull()
    expect(labelFault('é'.repeat(extraFieldLimits.label))).toBeNull()
    expect(labelFault(' ')).toBe('LABEL_MISSING')
    for (const bad of ['x'.repeat(101), 'deux\nlignes', '<b>', 'a\u202eb'])
      expect(labelFault(bad), bad).toBe('LABEL_FORMAT')
  })
})

describe('a value', () => {
  it.each<[ExtraFieldKind, string, ReturnType<typeof valueFault>]>([
    ['text', 'srv-glpi-01', null],
    ['text', 'x'.repeat(2_048), null],
    ['text', 'x'.repeat(2_049), 'VALUE_TOO_LONG'],
    ['text', 'deux\nlignes', 'VALUE_FORMAT'],
    ['text', '<script>', 'VALUE_FORMAT'],
    ['text', '  ', 'VALUE_MISSING'],
    ['lines', 'deux\nlignes', null],
    ['lines', '<script>', 'VALUE_FORMAT'],
    ['lines', 'x'.repeat(10_001), 'VALUE_TOO_LONG'],
    ['concealed', '-----BEGIN <x>\n\u0000\t-----', null],
    ['concealed', 'x'.repeat(10_000), null],
    ['concealed', 'x'.repeat(10_001), 'VALUE_TOO_LONG'],
    ['concealed', 'a\ud800', 'VALUE_FORMAT'],
    ['concealed', ' ', null],
    ['concealed', '', 'VALUE_MISSING'],
    ['address', 'https://exemple.fr', null],
    ['address', 'javascript:alert(1)', 'ADDRESS_REFUSED'],
    ['address', 'https://exemple.fr/\u0007', 'VALUE_FORMAT'],
    ['date', '2028-02-29', null],
    ['date', '2027-02-29', 'DATE_FORMAT'],
    ['date', '29/02/2028', 'DATE_FORMAT'],
  ])('of kind %s: %j', (kind, value, fault) => {
    expect(valueFault(kind, value)).toBe(fault)
  })

  it('of kind date is a day of the calendar [FIEL-03]', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (day) => {
          expect(isDate(day.toISOString().slice(0, 10))).toBe(true)
        },
      ),
    )
    for (const bad of ['2026-00-10', '2026-13-01', '2026-04-31', '2026-1-1', ''])
      expect(isDate(bad)).toBe(false)
  })
})

describe('a stored field', () => {
  it('has no value if it is concealed, and is never searched then [FIEL-16]', () => {
    fc.assert(
      fc.property(fc.array(field), (fields) => {
        const stored = withIds(fields).map(storedField)
        expect(stored.map(({ value }) => value)).toEqual(
          fields.map(({ kind, value }) => (kind === 'concealed' ? undefined : value)),
        )
        const searched = fields.filter(({ kind }) => kind === 'text' || kind === 'address')
        expect(searchedTextOf(stored)).toBe(
          searched.map(({ label, value }) => `${label} ${value}`).join('\n'),
        )
      }),
    )
  })

  it('has an id that no other change of the item gives', () => {
    const ids = [1, 2, 3].flatMap((revision) =>
      Array.from({ length: extraFieldLimits.fields }, (_, place) => extraFieldId(revision, place)),
    )
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('an order', () => {
  const fields = withIds([1, 2, 3].map((n) => ({ label: `${n}`, kind: 'text', value: 'x' })))
  it('puts fields that it does not name at the end [FIEL-09]', () => {
    expect(inOrder(fields, [102])?.map(({ id }) => id)).toEqual([102, 100, 101])
    expect(inOrder(fields, [102, 100, 101])?.map(({ id }) => id)).toEqual([102, 100, 101])
  })

  it('is refused if it names a field twice, or one that there is not', () => {
    expect(inOrder(fields, [100, 100])).toBeNull()
    expect(inOrder(fields, [9])).toBeNull()
  })
})

describe('fields of a file', () => {
  it('replace those of an item in the order of the file, and keep the ids of equal ones', () => {
    const present = withIds([
      { label: 'Port', kind: 'text', value: '22' },
      { label: 'PIN', kind: 'concealed', value: '' },
      { label: 'Ancien', kind: 'text', value: 'x' },
    ]).map(storedField)
    expect(
      mergedFields(present, [
        { label: 'PIN', kind: 'concealed', value: '1234' },
        { label: 'Port', kind: 'lines', value: '2222' },
        { label: 'Nouveau', kind: 'date', value: '2026-01-01' },
      ]),
    ).toEqual([
      { id: 101, label: 'PIN', kind: 'concealed', value: '1234' },
      { id: 100, label: 'Port', kind: 'lines', value: '2222' },
      { label: 'Nouveau', kind: 'date', value: '2026-01-01' },
    ])
  })

  it('give each present id at most once', () => {
    fc.assert(
      fc.property(fc.array(field), fc.array(field), (present, incoming) => {
        const merged = mergedFields(withIds(present).map(storedField), incoming)
        expect(merged.map(({ label, kind, value }) => ({ label, kind, value }))).toEqual(incoming)
        const ids = merged.flatMap(({ id }) => (id === undefined ? [] : [id]))
        expect(new Set(ids).size).toBe(ids.length)
      }),
    )
  })
})

it('every category proposes fields of known kinds, none twice [FORM-02]', () => {
  for (const category of categoryKeys) {
    const names = suggestionsOf[category]
    expect(new Set(names).size, category).toBe(names.length)
    for (const name of names) expect(extraFieldKindNames).toContain(suggestedFields[name])
  }
})

it('an SSH key is proposed where such keys are kept, all of it concealed but its public part [FORM-04]', () => {
  const parts = ['privateKey', 'publicKey', 'passphrase'] as const
  const offering = categoryKeys.filter((category) =>
    parts.every((part) => suggestionsOf[category].includes(part)),
  )
  expect(offering).toEqual(['server', 'network', 'apiKey'])
  expect(parts.map((part) => suggestedFields[part])).toEqual(['concealed', 'lines', 'concealed'])
})
