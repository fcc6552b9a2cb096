import { globSync, readFileSync, statSync } from 'node:fs'
import { expect, it } from 'vitest'
import { documentTexts, legalText } from '#texts/platform/documents.ts'
import { textOf } from '#server/testing/pdf-text.ts'
import { monoFontFile, openPdf, pdfOf } from './pdf.ts'

const at = new Date(Date.UTC(2026, 0, 15))
const range = (from: number, to: number): string =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, place) => from + place))

const letters = range(0xa1, 0xac) + range(0xae, 0x17f)
const french = 'ÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸàâæçéèêëîïôœùûüÿ’«»–—…€'
/** The spaces and hyphens that our texts and people's names hold. */
const marks = [
  '\u00a0',
  '\u2002',
  '\u2003',
  '\u2007',
  '\u2009',
  '\u202f',
  '\u2010',
  '\u2011',
  '\u2012',
  '\u2013',
  '\u2014',
]
const names = 'L’HAŸ-LES-ROSES, Wałęsa, Dvořák, Đorđe, Ŋaro, Saint\u2011Étienne, 12\u202f000\u00a0€'

/** Returns the text that a reader extracts from a PDF with one line in each font. */
async function extracted(text: string): Promise<string> {
  const { pdf, write, finish } = await openPdf('Essai', at)
  pdf.registerFont('mono', monoFontFile())
  for (const font of ['regular', 'bold', 'mono'] as const)
    write('P', 11, text, 4, { font: font as 'regular' })
  return textOf(await finish()).join('')
}

it.each([
  ['the capitals and signs of French', french],
  ['Latin Extended-A', letters],
  ['spaces and hyphens', `a${marks.join('a')}a`],
  ['names as people write them', names],
])('a PDF holds %s, in each of its fonts', async (_, text) => {
  // A line breaks between letters and at spaces; nothing is lost there.
  const bare = (value: string) => value.replaceAll(/[ \u2002\u2003\u2009]/g, '')
  const found = bare(await extracted(text))
  expect(found).not.toContain('\ufffd')
  expect(found).not.toContain('\0')
  expect(found.split(bare(text))).toHaveLength(4)
})

it('a document with such a name has no box in its place', async () => {
  const section = { heading: names, paragraphs: [names], list: [names] }
  const pdf = await pdfOf(
    { title: names, lead: names, sections: [section] } as Parameters<typeof pdfOf>[0],
    at,
  )
  const found = textOf(pdf).join('').replaceAll(' ', '')
  // Title, lead, heading, paragraph, entry, and the footer.
  expect(found.split(names.replaceAll(' ', ''))).toHaveLength(7)
})

it('a document sets accents on their letters, and marks the signs that its fonts lack', async () => {
  const facts = {
    organisation: 'Mairie de L’HAY\u0308-LES-ROSES, e\u0301te\u0301',
    address: 'Nguy\u1ec5n \u01a0, \u2116\u00a05\u2032',
  }
  const document = legalText({ ...facts, contact: 'm\u0302', publisher: null, hosting: null })
  const found = textOf(await pdfOf(document, at)).join('')
  expect(found).not.toMatch(/\p{M}|\0|\ufffd/u)
  expect(found.replaceAll(' ', '')).toContain('MairiedeL’HAŸ-LES-ROSES,\u00e9t\u00e9')
  expect(found.replaceAll(/\s/g, '')).toContain('Nguy‹U+1EC5›n‹U+01A0›,‹U+2116›5‹U+2032›')
  expect(found).toContain('m‹U+0302›')
  expect(found).toContain(documentTexts.marks.slice(0, 20))
  const plain = textOf(
    await pdfOf(
      legalText({ ...facts, organisation: 'X', address: 'Y', contact: null, publisher: null, hosting: null }),
      at,
    ),
  )
  expect(plain.join('')).not.toContain('‹')
})

it('the fonts hold every character of our French texts that a document may print', async () => {
  const { pdf } = await openPdf('Essai', at)
  type Font = { font: { hasGlyphForCodePoint: (code: number) => boolean } }
  const { font } = (pdf.font('regular') as unknown as { _font: Font })._font
  const files = ['documents', 'format', 'accessibility'].flatMap((name) =>
    globSync(`src/texts/platform/${name}*.ts`),
  )
  const sheet = globSync('src/texts/vault/{emergency-sheet,extra-fields}.ts')
  const own = [...files, ...sheet].filter((file) => !file.endsWith('.test.ts'))
  const written = own.map((file) => readFileSync(file, 'utf8')).join('') + documentTexts.product
  const escaped = [...written.matchAll(/\\u([0-9a-f]{4})/g)].map(([, hex = '']) => Number.parseInt(hex, 16))
  const used = new Set([...escaped, ...Array.from(written, (sign) => sign.codePointAt(0) ?? 0)])
  expect(used.size).toBeGreaterThan(80)
  const lacking = [...used].filter((code) => code >= 0x20 && !font.hasGlyphForCodePoint(code))
  expect(lacking.map((code) => code.toString(16))).toEqual([])
})

it('the fonts stay small', () => {
  for (const file of globSync('src/server/platform/documents/fonts/*.woff'))
    expect(statSync(file).size).toBeLessThan(40_000)
})
