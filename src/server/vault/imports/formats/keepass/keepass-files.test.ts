import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { entry, group, keePassFile } from '../../keepass-testing.ts'
import { filesIn, opened } from '../kdbx/kdbx-testing.ts'
import { toContent } from '../to-content.ts'

const choices = { withBin: false, withFormer: false, fileBytes: 1024 }
/** Reads a file with one entry that has one attached file. */
async function attached(binary: string, meta = '') {
  const file = keePassFile(group('Racine', entry({ Title: 'Serveur' }, binary)), meta)
  const { found } = await opened(Buffer.from(file), {})
  const [one] = found.entries
  if (!one) throw new Error('no entry')
  const content = await toContent(found, 'keepass', choices)
  if (!content.ok) throw new Error(content.code)
  const [item] = [...content.items, ...content.folders.flatMap(({ items }) => items)]
  return { files: await filesIn(one), item, fails: content.fails, skipped: content.skipped }
}
const inline = (value: string) => `<Binary><Key>plan.pdf</Key>${value}</Binary>`
const pooled = (value: string, attributes = '') =>
  [inline('<Value Ref="0" />'), `<Binaries><Binary ID="0"${attributes}>${value}</Binary></Binaries>`] as const

const whole = Buffer.from('\u00e9t\u00e9 et hiver\n')
const base64 = whole.toString('base64')
const gzip = gzipSync(whole)
const packed = gzip.toString('base64')
const compressed = ' Compressed="True"'
/** With another bit in the middle of its bytes. */
const bent = Buffer.from(gzip.map((byte, at) => (at === 12 ? byte ^ 1 : byte))).toString('base64')

it.each<readonly [name: string, binary: string, meta: string]>([
  ['base64 that is cut', inline(`<Value>${base64.slice(0, -3)}</Value>`), ''],
  ['base64 without its padding', inline('<Value>AA</Value>'), ''],
  ['other characters', inline('<Value>\u00e9t\u00e9!</Value>'), ''],
  [
    'base64 with another character inside',
    inline(`<Value>${base64.slice(0, 4)}*${base64.slice(5)}</Value>`),
    '',
  ],
  ['base64 for addresses', inline('<Value>-_-_</Value>'), ''],
  ['base64 after a padding', inline('<Value>AA==AAAA</Value>'), ''],
  ['characters that XML forbids', inline(`<Value>AAAA&#1;&#1;&#1;&#1;</Value>`), ''],
  ['nothing in its place', inline('<Value></Value>'), ''],
  ['nothing but blanks', inline('<Value>\n </Value>'), ''],
  ['no value at all', inline(''), ''],
  ['a key that only the database has', inline(`<Value Protected="True">${base64}</Value>`), ''],
  ['no such number', inline('<Value Ref="7" />'), ''],
  ['gzip that is cut', ...pooled(gzip.subarray(0, -9).toString('base64'), compressed)],
  ['gzip without its checksum', ...pooled(gzip.subarray(0, -8).toString('base64'), compressed)],
  ['gzip that is damaged', ...pooled(bent, compressed)],
  ['gzip in base64 that is cut', ...pooled(packed.slice(0, -2), compressed)],
  ['no gzip', ...pooled(base64, compressed)],
])('a damaged attached file is told by its name and is none: %s', async (_, binary, meta) => {
  const { files, item, fails, skipped } = await attached(binary, meta)
  expect(files).toEqual({ 'plan.pdf': null })
  expect(item?.files).toBeUndefined()
  const missing = fails.filter(({ reason }) => reason === 'ATTACHMENT_MISSING')
  expect(missing).toMatchObject([{ name: 'Serveur', detail: 'plan.pdf' }])
  expect(skipped.attachments).toBe(1)
})

it.each<readonly [name: string, binary: string, meta: string]>([
  ['in its place', inline(`<Value>${base64}</Value>`), ''],
  ['over several lines', inline(`<Value>\n${base64.slice(0, 5)}\r\n\t${base64.slice(5)} </Value>`), ''],
  ['in the pool', ...pooled(base64)],
  ['compressed', ...pooled(packed, compressed)],
])('a whole attached file comes in: %s', async (_, binary, meta) => {
  const { files, item, fails } = await attached(binary, meta)
  expect(files).toEqual({ 'plan.pdf': whole })
  expect(item?.files).toMatchObject([{ name: 'plan.pdf', size: whole.length }])
  expect(fails).toEqual([])
})

it.each(['', compressed])('an empty file of the pool is an empty file%s', async (how) => {
  expect((await attached(...pooled('', how))).files).toEqual({ 'plan.pdf': Buffer.alloc(0) })
})

it('a file of KeePass 1 and KeePassX 1 that has a name alone is told, and one with neither is none', async () => {
  const listed = (more: string) => `<pwlist><pwentry><title>a</title>${more}</pwentry></pwlist>`
  const nested = (more: string) =>
    `<!DOCTYPE KEEPASSX_DATABASE>\n<database><group><title>g</title><entry><title>a</title>${more}</entry></group></database>`
  const filesOf = async (file: string) => {
    const [one] = (await opened(Buffer.from(file), {})).found.entries
    return one && (await filesIn(one))
  }
  expect(await filesOf(listed('<attachdesc>plan.pdf</attachdesc>'))).toEqual({ 'plan.pdf': null })
  expect(await filesOf(nested('<bindesc>plan.pdf</bindesc><bin></bin>'))).toEqual({ 'plan.pdf': null })
  expect(await filesOf(nested('<bindesc></bindesc><bin></bin>'))).toEqual({})
  expect(await filesOf(nested(`<bindesc>plan.pdf</bindesc><bin>${base64}</bin>`))).toEqual({
    'plan.pdf': whole,
  })
})
