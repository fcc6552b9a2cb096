import fc from 'fast-check'
import { expect, it } from 'vitest'
import { categories } from '#domain/platform/categories.ts'
import { extraFieldKinds, labelFault, tidyValue, valueFault } from '#domain/vault/extra-fields.ts'
import { noItemTexts } from '#domain/vault/item-fields.ts'
import { bitwardenLabels } from '#texts/vault/import-formats.ts'
import { digestOfItem, type ComparedItem } from '#server/vault/contents/element-source.ts'
import { createYielder } from '#server/vault/contents/yielder.ts'
import { readFile } from '#server/vault/imports/formats/formats.ts'
import { toContent } from '#server/vault/imports/formats/to-content.ts'
import { bitwardenTexts } from './bitwarden.ts'
import type { ExportItem } from './model.ts'

const parts = [
  'a',
  'é',
  ' ',
  '\n',
  '\r\n',
  '"',
  '\\',
  '&lt;',
  '://',
  'true',
  '2027-01-01',
  'https://x.fr',
  '😀',
]
const text = fc.array(fc.constantFrom(...parts), { maxLength: 5 }).map((list) => list.join(''))
const line = text.map((value) => value.replaceAll(/[\r\n\t]+/g, ' ').trim())
const label = fc.oneof(
  fc.constantFrom(bitwardenLabels.category, bitwardenLabels.renewal, 'OTP', 'Adresse', 'E-mail', 'URL'),
  line.filter((value) => labelFault(value) === null),
)
const field = fc
  .record({
    label,
    kind: fc.constantFrom('text', 'concealed', 'lines'),
    value: fc.oneof(text, fc.constant('Wi-Fi')),
  })
  .map(({ kind, value, ...rest }) => ({
    ...rest,
    kind,
    value: tidyValue(kind, kind === 'text' ? value.replaceAll(/[\r\n\t]+/g, ' ') : value),
  }))
  .filter(
    ({ kind, value }) => valueFault(kind, value) === null && value.length <= extraFieldKinds.text.maximum,
  )
const item = fc
  .record({
    name: line.map((value) => value || 'Sans'),
    login: line,
    password: text,
    address: fc.constantFrom('', 'https://exemple.fr/;,', 'intranet'),
    description: text,
    otp: fc.constantFrom(null, 'otpauth://totp/a?secret=JBSWY3DPEHPK3PXP'),
    categoryId: fc.constantFrom(categories.server.id, categories.website.id, categories.otp.id),
    renewBefore: fc.constantFrom(null, '2027-03-28'),
    fields: fc.array(field, { maxLength: 4 }),
  })
  .map((one): ExportItem & ComparedItem => ({
    ...noItemTexts,
    ...one,
    id: 1,
    fields: one.fields.map((each, place) => ({ ...each, id: place })),
    passwordAt: 0,
    source: null,
    created: 0,
    modified: 0,
    former: [],
    old: [],
    files: [],
  }))

/** An import without a category finds it out. */
const categoryOf = ({ categoryId, otp, password }: ComparedItem) =>
  categoryId ?? (otp !== null && password === '' ? categories.otp.id : categories.website.id)
const sidesOf = (items: readonly ComparedItem[]) =>
  items.map((one) => [digestOfItem(one), categoryOf(one), one.renewBefore ?? null])

it('an export as Bitwarden comes back equal, whatever its values and labels are [EXPO-08]', () =>
  fc.assert(
    fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 3 }), async (items) => {
      const whole = { kind: 'chest', id: 1, name: 'Coffre', items, folders: [] } as const
      const exported = await Array.fromAsync(bitwardenTexts(whole, 'a'.repeat(32), createYielder()))
      const read = await readFile(Buffer.from(exported.join('')))
      if ('ok' in read) throw new Error(read.code)
      const choices = { withBin: false, withFormer: false, fileBytes: 1 }
      const content = await toContent(read.found, read.format.family, choices)
      if (!content.ok) throw new Error(content.code)
      expect(sidesOf(content.items)).toEqual(sidesOf(items))
    }),
    { numRuns: 1_000 },
  ))
