import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { categories } from '#domain/platform/categories.ts'
import { extraFieldKinds, labelFault, tidyValue, valueFault } from '#domain/vault/extra-fields.ts'
import { noItemTexts } from '#domain/vault/item-fields.ts'
import { ownExtraName, readOwnExtraName } from '#texts/vault/own-csv.ts'
import { digestOfItem, type ComparedItem } from '#server/vault/contents/element-source.ts'
import { readCsv } from '#server/vault/imports/csv.ts'
import { createYielder } from '#server/vault/contents/yielder.ts'
import { readFile } from '#server/vault/imports/formats/formats.ts'
import { toContent } from '#server/vault/imports/formats/to-content.ts'
import type { ImportContent, ImportRefused } from '#server/vault/imports/model.ts'
import { csvRows } from './csv.ts'
import type { ExportItem } from './model.ts'

/** Parts of values that a table, a spreadsheet or a reader may take for something else. */
const parts = [
  '=',
  '+',
  '-',
  '@',
  "'",
  '"',
  '""',
  ';',
  ',',
  '|',
  '\t',
  '\\',
  '\\"',
  '/',
  '.',
  ' ',
  '\n',
  '\r\n',
  'é',
  '😀',
  '(masqué)',
  ' (masqué)',
  ' (visible)',
  'Notes',
  'a',
  '0',
  '&amp;',
  '1,5E+12',
  'https://x.fr',
] as const
const text = fc.array(fc.constantFrom(...parts), { maxLength: 6 }).map((list) => list.join(''))
const line = text.map((value) => value.replaceAll(/[\r\n\t]+/g, ' ').trim())
const name = line.map((value) => value || 'Sans')
const label = fc.oneof(
  fc.constantFrom('Notes', 'Mot de passe', 'Renouvellement Trousseau', 'x (masqué)', 'x (visible)', '=x'),
  line.filter((value) => labelFault(value) === null),
)
const field = fc
  .record({ label, kind: fc.constantFrom('text', 'concealed', 'lines'), value: text })
  .map(({ label: written, kind, value }) => ({
    label: written.trim(),
    kind,
    value: tidyValue(kind, kind === 'text' ? value.replaceAll(/[\r\n\t]+/g, ' ') : value),
  }))
  .filter(
    ({ kind, value }) => valueFault(kind, value) === null && value.length <= extraFieldKinds.text.maximum,
  )
const item = fc
  .record({
    name,
    login: line,
    password: text,
    address: fc.constantFrom('', 'https://exemple.fr/;,'),
    description: text,
    otp: fc.constantFrom(null, 'otpauth://totp/a?secret=JBSWY3DPEHPK3PXP'),
    categoryId: fc.constantFrom(categories.server.id, categories.other.id),
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
    categoryId: one.categoryId,
  }))
const folder = line.map((value) => value || 'Dossier/avec \\ et é')

const sidesOf = (items: readonly ComparedItem[]) =>
  items.map((one) => [digestOfItem(one), one.categoryId, one.renewBefore ?? null])
const inOrder = (content: ImportContent | ImportRefused) => {
  if (!content.ok) throw new Error(content.code)
  const [top] = content.folders
  return { top: sidesOf(content.items), name: top?.name, inside: sidesOf(top?.items ?? []) }
}

describe('an export as CSV', () => {
  it('comes back equal, whatever its values are, by either entry', { timeout: 60_000 }, async () => {
    const content = fc.record({
      items: fc.array(item, { minLength: 1, maxLength: 3 }),
      folderName: folder,
      inside: fc.array(item, { minLength: 1, maxLength: 2 }),
    })
    await fc.assert(
      fc.asyncProperty(content, async ({ items, folderName, inside }) => {
        const whole = { description: '', source: null, renewDays: null, old: [], folders: [], items: inside }
        const folders = [{ ...whole, id: 1, name: folderName }]
        const exported = { kind: 'chest', id: 1, name: 'Coffre', items, folders } as const
        const rows = await Array.fromAsync(csvRows(exported, createYielder()))
        const file = Buffer.from(rows.join(''))
        const wanted = { top: sidesOf(items), name: folderName, inside: sidesOf(inside) }
        const read = await readFile(file)
        if ('ok' in read) throw new Error(read.code)
        expect(read.format.id).toBe('trousseau-csv')
        const choices = { withBin: false, withFormer: false, fileBytes: 1 }
        expect(inOrder(await toContent(read.found, read.format.family, choices))).toEqual(wanted)
        expect(inOrder(await readCsv(file))).toEqual(wanted)
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    ['x', false],
    ['x', true],
    ['x (masqué)', false],
    ['x (masqué)', true],
    ['x (visible)', false],
    ['x (visible)', true],
  ])('gives a label back: %s, concealed: %s', (written, isHidden) => {
    expect(readOwnExtraName(ownExtraName(written, isHidden))).toEqual({ label: written, isHidden })
  })
})
