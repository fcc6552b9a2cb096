import fc from 'fast-check'
import { expect, it } from 'vitest'
import { managerImportLimits as limits } from '#domain/platform/limits.ts'
import { createYielder, type Yielder } from '#server/vault/contents/yielder.ts'
import { recordsOf, recordsOfPaced, type Dialect } from '../csv-records.ts'
import { readEntries } from './entry-draft.ts'
import { readFile } from './formats.ts'
import { emptyEntry, found, type FoundEntry } from './found.ts'
import { parseJsonPaced, tooManyValues } from './paced-json.ts'
import { manyEntries, manyParts } from './slow-files-testing.ts'
import { toContent } from './to-content.ts'

const choices = { withBin: false, withFormer: false, fileBytes: 1024 }
const codeOf = async (text: string): Promise<string> => {
  const read = await readFile(Buffer.from(text))
  if ('ok' in read) return read.code
  const content = await toContent(read.found, read.format.family, choices)
  return content.ok ? 'read' : content.code
}

it('of a list without end, one entry more than a file may have is read [MNGR-29]', async () => {
  let reads = 0
  const read = await readEntries(
    Array.from({ length: 50_000 }, () => ({})),
    createYielder(),
    () => {
      reads += 1
      return emptyEntry
    },
  )
  expect([reads, read.entries.length]).toEqual([limits.entries + 1, limits.entries + 1])
})

it('a file of too many entries is refused before anything is made of them [MNGR-29]', async () => {
  const untouchable = new Proxy(emptyEntry, {
    get: () => {
      throw new Error('looked at')
    },
  }) as FoundEntry
  const entries = Array.from({ length: limits.entries + 1 }, () => untouchable)
  expect(await toContent(found(entries), 'any', choices)).toEqual({ ok: false, code: 'TOO_MANY' })
})

it.each(manyEntries)(
  '%s: two hundred thousand entries are refused, without a crash [MNGR-29]',
  async (_, start, entry, end) => {
    expect(await codeOf(start + entry.repeat(200_000) + end)).toBe('TOO_MANY')
  },
)

it('a JSON file of too many values is refused before they are made [MNGR-29]', async () => {
  const listOf = (count: number): string => `[${'0,'.repeat(count - 1)}0]`
  const lists = (count: number): string =>
    `[${Array.from({ length: count }, () => listOf(20_000)).join(',')}]`
  expect(await parseJsonPaced(listOf(limits.members), createYielder())).toBeInstanceOf(Array)
  expect(await parseJsonPaced(listOf(limits.members + 2), createYielder())).toBe(tooManyValues)
  expect(await parseJsonPaced(lists(100), createYielder())).toBeInstanceOf(Array)
  expect(await parseJsonPaced(lists(101), createYielder())).toBe(tooManyValues)
  expect(await codeOf(`[${`[${'[],'.repeat(9_999)}[]],`.repeat(100)}[]]`)).toBe('TOO_MANY')
})

it('a line longer than a row, and quotes after backslashes without end, are refused before the table is parsed [MNGR-29]', async () => {
  const long = 'e'.repeat(limits.rowLength + 1)
  expect(await readFile(Buffer.from(`a,b\r\nc,d\r\n${long}\n`))).toMatchObject({
    code: 'ROW_TOO_LONG',
    line: 3,
  })
  expect(await codeOf(`name,url,username,password\n"${'a\\"b\n'.repeat(limits.backslashQuotes + 1)}`)).toBe(
    'TOO_MANY',
  )
})

it.each(manyParts)(
  '%s of more parts than any has is refused at once [MNGR-29]',
  async (_, start, part, end) => {
    expect(await codeOf(start + part.repeat(limits.members + 2) + end)).toBe('TOO_MANY')
  },
)

it('an element of too many attributes is refused [MNGR-29]', async () => {
  const of = (count: number) =>
    `<database><card title="x" ${Array.from({ length: count }, (__, at) => `a${at}="1"`).join(' ')}/></database>`
  expect(await codeOf(of(limits.xmlAttributes - 1))).toBe('read')
  expect(await codeOf(of(limits.xmlAttributes))).toBe('TOO_MANY')
})

it('an entry of a thousand fields and one is refused, and told [MNGR-29]', async () => {
  const fields = Array.from({ length: limits.columns + 1 }, () => ({
    label: 'a',
    kind: 'text' as const,
    value: 'b',
  }))
  const content = await toContent(found([{ ...emptyEntry, title: 'Trop', fields }]), 'any', choices)
  expect(content.ok && content.fails).toEqual([{ line: 1, name: 'Trop', reason: 'FIELDS_TOO_LONG' }])
})

const usual: Dialect = { delimiter: ',', quote: '"', hasBackslashes: false }
/** Counts how often the work looks whether others wait. */
const countingYielder = (): { yielder: Yielder; looks: () => number } => {
  let looks = 0
  return { yielder: { step: () => ((looks += 1), undefined) }, looks: () => looks }
}

it('a table is parsed in pieces, with the rows and the faults of the whole [MNGR-29]', () =>
  fc.assert(
    fc.asyncProperty(
      fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', '\n', '\r', ';', '\\', ' '), maxLength: 60 }),
      fc.integer({ min: 1, max: 5 }),
      async (text, limit) => {
        expect(await recordsOfPaced(text, usual, limit, createYielder())).toEqual(
          recordsOf(text, usual, limit),
        )
      },
    ),
    { numRuns: 2_000 },
  ))

it('pieces that cut letters and line ends change nothing, and others are served between them [MNGR-29]', async () => {
  const text = `nom,valeur\r\n${'é"é,"1\r\n""2"""\r\n'.repeat(2_000)}`
  const { yielder, looks } = countingYielder()
  expect(await recordsOfPaced(text, usual, 10_000, yielder)).toEqual(recordsOf(text, usual, 10_000))
  expect(looks()).toBeGreaterThan(10)
})

it('a row of two million signs is a fault, with its line [MNGR-29]', async () => {
  const text = `a,b\nc,d\n${'e'.repeat(limits.rowLength + 2)}\n`
  expect(await recordsOfPaced(text, usual, 10, createYielder())).toEqual({
    ok: false,
    code: 'ROW_TOO_LONG',
    line: 3,
  })
})
