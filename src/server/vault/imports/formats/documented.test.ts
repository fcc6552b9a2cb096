import { describe, expect, it } from 'vitest'
import { categories } from '#domain/platform/categories.ts'
import { isConcealed } from '#domain/vault/extra-fields.ts'
import { parseOtpSecret } from '#domain/platform/one-time-code.ts'
import type { ImportFolder, ImportItem } from '../model.ts'
import { readFile } from './formats.ts'
import { allSamples } from './samples/all.ts'
import type { DocumentedSample, ExpectedEntry } from './samples/parts/documented.ts'
import { toContent } from './to-content.ts'

type Placed = { readonly item: ImportItem; readonly path: readonly string[] }
const placed = (
  { items, folders }: { items: readonly ImportItem[]; folders: readonly ImportFolder[] },
  path: readonly string[] = [],
): Placed[] => [
  ...items.map((item) => ({ item, path })),
  ...folders.flatMap((folder) => placed(folder, [...path, folder.name])),
]

/** Returns the texts of an item that people see, and those that a recorded call reveals. */
function textsOf({ name, login, address, description, password, fields }: ImportItem) {
  const valuesOf = (hidden: boolean) =>
    fields.filter((field) => isConcealed(field) === hidden).map(({ value }) => value)
  const secrets = [password, ...valuesOf(true)]
  const seen = [name, login, address, description, ...valuesOf(false)]
  return { shown: valuesOf(false), concealed: valuesOf(true), secrets, seen }
}

/** Returns the folders, each with its name and its description. */
const folderTexts = ({
  folders,
}: {
  folders: readonly ImportFolder[]
}): { name: string; texts: string[] }[] =>
  folders.flatMap((folder) => [
    { name: folder.name, texts: [folder.name, folder.description] },
    ...folderTexts(folder),
  ])

async function filesOf({ files = [] }: ImportItem): Promise<Record<string, string>> {
  const read = await Promise.all(
    files.map(async (file) => [file.name, Buffer.from((await file.read()) ?? []).toString()] as const),
  )
  return Object.fromEntries(read)
}

/** Returns every text of an item, of its folders and its files: where a value of the file may have come to. */
async function everyTextOf(item: ImportItem, path: readonly string[]): Promise<string[]> {
  const { secrets, seen } = textsOf(item)
  const files = Object.entries(await filesOf(item)).flat()
  const former = (item.oldValues ?? []).map(({ value }) => value)
  const labels = item.fields.map(({ label }) => label)
  return [...seen, ...secrets, ...labels, ...path, ...files, ...former, item.otp ?? '']
}

const documented = (await allSamples()).filter((sample): sample is DocumentedSample => 'expected' in sample)

async function readContent({ bytes, reading }: DocumentedSample) {
  const read = await readFile(bytes, reading)
  if ('ok' in read) throw new Error(read.code)
  const choices = { withBin: false, withFormer: true, fileBytes: 10_000_000 }
  const content = await toContent(read.found, read.format.family, choices)
  if (!content.ok) throw new Error(content.code)
  return content
}

const contents = new Map<DocumentedSample, ReturnType<typeof readContent>>()
/** Returns the content of a file, which is read once for all of its tests. */
function contentOf(sample: DocumentedSample): ReturnType<typeof readContent> {
  const content = contents.get(sample) ?? readContent(sample)
  contents.set(sample, content)
  return content
}

describe.each(documented)('$format: $name', (sample) => {
  const { expected, entries, binned = 0 } = sample

  it('holds as many entries as the file [MNGR-05]', async () => {
    const content = await contentOf(sample)
    expect(placed(content).map(({ item }) => item.name)).toEqual(
      expect.arrayContaining(expected.map(({ name }) => name)),
    )
    expect([placed(content).length, content.refused, content.skipped.recycleBin]).toEqual([
      entries - binned,
      0,
      binned,
    ])
    expect(expected).toHaveLength(entries - binned)
  })

  const numbered = expected.map((entry, place): [string, ExpectedEntry, number] => [
    `${entry.name} (${place + 1})`,
    entry,
    expected.slice(0, place).filter(({ name }) => name === entry.name).length,
  ])
  it.each(numbered)('%s comes in whole [MNGR-05]', async (_title, wanted, nth) => {
    const content = await contentOf(sample)
    const found = placed(content).filter(({ item }) => item.name === wanted.name)[nth]
    if (!found) throw new Error('no such entry')
    const { item, path } = found
    const { shown, concealed, secrets, seen } = textsOf(item)
    for (const key of ['login', 'password', 'address'] as const)
      if (wanted[key] !== undefined) expect([key, item[key]]).toEqual([key, wanted[key]])
    if (wanted.path) expect(path).toEqual(wanted.path)
    for (const note of wanted.notes ?? []) expect(item.description).toContain(note)
    if (wanted.otp) expect(parseOtpSecret(item.otp ?? '')?.secret).toBe(wanted.otp)
    expect(shown).toEqual(expect.arrayContaining([...(wanted.visible ?? [])]))
    expect(concealed).toEqual(expect.arrayContaining([...(wanted.hidden ?? [])]))
    expect(secrets).toEqual(expect.arrayContaining([...(wanted.secrets ?? [])]))
    for (const secret of [...(wanted.hidden ?? []), ...(wanted.secrets ?? [])])
      expect([secret, seen.filter((text) => text.includes(secret))]).toEqual([secret, []])
    const all = [...seen, ...secrets, ...item.fields.map(({ label }) => label)].join('\n')
    for (const text of wanted.anywhere ?? []) expect(all).toContain(text)
    for (const text of wanted.absent ?? []) expect(all).not.toContain(text)
    expect((item.oldValues ?? []).map(({ value }) => value)).toEqual(wanted.former ?? [])
    if (wanted.renewal) expect(item.renewBefore).toBe(wanted.renewal)
    expect(await filesOf(item)).toEqual(wanted.files ?? {})
    const { foundOf, fails } = content
    const told = fails.filter(({ line, name }) => line === item.line && name === item.name)
    expect(told.map(({ reason }) => reason).toSorted()).toEqual([...(wanted.told ?? [])].toSorted())
    if (wanted.category) expect(item.categoryId).toBe(categories[wanted.category].id)
    expect(foundOf.get(item)?.isFavourite ?? false).toBe(wanted.isFavourite ?? false)
  })
})

describe.each(documented.filter(({ values }) => values !== undefined))('$format: $name', (sample) => {
  it('leaves no value of the file behind in silence [MNGR-05]', async () => {
    const content = await contentOf(sample)
    const entriesOf = await Promise.all(
      placed(content).map(async ({ item, path }) => ({
        name: item.name,
        texts: await everyTextOf(item, path),
      })),
    )
    const holders = (value: string) =>
      [...entriesOf, ...folderTexts(content)]
        .filter(({ texts }) => texts.some((text) => text.includes(value)))
        .map(({ name }) => name)
    const left = Object.entries(sample.left ?? {}).flatMap(([name, values]) =>
      values.map((value): [string, string] => [value, name]),
    )
    const told = new Set(content.fails.map(({ name }) => name))
    for (const value of sample.values ?? []) {
      const isLeft = left.some(([other]) => other === value)
      expect([value, holders(value).length > 0]).toEqual([value, !isLeft])
    }
    for (const [value, name] of left) expect([value, told.has(name)]).toEqual([value, true])
  })

  it('shows no secret of the file in clear [MNGR-05]', async () => {
    const content = await contentOf(sample)
    const seen = placed(content).flatMap(({ item }) => [
      ...textsOf(item).seen,
      ...item.fields.map(({ label }) => label),
    ])
    for (const value of sample.concealed ?? [])
      expect([value, seen.filter((text) => text.includes(value))]).toEqual([value, []])
  })
})
