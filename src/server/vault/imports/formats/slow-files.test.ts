import { describe, expect, it } from 'vitest'
import { managerImportLimits as limits } from '#domain/platform/limits.ts'
import { importFaultTexts } from '#texts/vault/imports.ts'
import { readFile } from './formats.ts'
import { slowFiles, type SlowFile } from './slow-files-testing.ts'
import { toContent } from './to-content.ts'

async function answers({ make, reading }: SlowFile): Promise<void> {
  const read = await readFile(await make(), reading)
  const choices = { withBin: true, withFormer: true, fileBytes: 1024 }
  const content = 'ok' in read ? read : await toContent(read.found, read.format.family, choices)
  if (!content.ok) expect(Object.keys(importFaultTexts)).toContain(content.code)
}

/** Shapes of one long value that some pattern looks at. */
const ofPatterns = new Set([
  'padding of a one-time secret',
  'addresses of one-time secrets',
  'an open DOCTYPE',
  'colons of a reference',
  'colons of an address',
  'carriage returns of a typed note',
  'commas between addresses',
  'a column name',
  'links of a description',
  'rights of a shared folder',
])
// Those of the two older readers have suites of their own.
const small = slowFiles(32 * 1024).filter(({ name }) => !/^(?:CSV|KeePass) \d/.test(name))
const long = slowFiles(1024 * 1024).filter(({ name, family }) => ofPatterns.has(name) && family !== 'kdbx')

// `npm run bench -- --only hostile` measures the time and the memory of the largest ones.
it('a path of more levels than a file may have folders is refused before any is made [MNGR-28]', async () => {
  const paths = (name: string) => slowFiles(limits.rowLength).filter((file) => file.name === name)
  const codes: string[] = []
  for (const { make } of paths('a path')) {
    const read = await readFile(await make())
    if ('ok' in read) throw new Error(read.code)
    const { entries, folders } = read.found
    codes.push(`${read.format.id} ${Math.max(...[...entries, ...folders].map(({ path }) => path.length))}`)
    const choices = { withBin: true, withFormer: true, fileBytes: 1024 }
    expect(await toContent(read.found, 'any', choices)).toEqual({ ok: false, code: 'TOO_MANY' })
  }
  const most = limits.entries + 1
  expect(codes).toEqual([`bitwarden-json ${most}`, `password-safe ${most}`, `lastpass ${most}`])
})

describe('a file that makes a naive reader slow', () => {
  it.each([...Map.groupBy(small, ({ family }) => family)])(
    '%s: is read, or refused with a reason [MNGR-29]',
    async (_, files) => {
      for (const file of files) await answers(file)
    },
  )

  it('is one for each pattern', () => {
    expect(long.map(({ name }) => name).toSorted()).toEqual([...ofPatterns].toSorted())
  })

  // A reader that takes the square of the length does not end within the limit of a test.
  it.each(long)('$name: a mebibyte of them is looked at once [MNGR-29]', answers)
})
