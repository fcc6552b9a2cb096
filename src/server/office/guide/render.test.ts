import { beforeAll, describe, expect, it } from 'vitest'
import { guideParts } from '#texts/office/guide/pages.ts'
import { textOf } from '#server/testing/pdf-text.ts'
import { renderGuide } from './render.ts'

const pages = guideParts.flatMap((part) => part.pages)

describe('the guide as a document', () => {
  let pdf: Buffer
  let texts: string[]
  beforeAll(async () => {
    pdf = await renderGuide(new Date(0))
    texts = textOf(pdf)
  }, 30_000)

  it('has every chapter and every section', () => {
    const whole = texts.join('\n').replaceAll('\u00a0', ' ')
    const titles = pages.flatMap((page) => [page.title, ...page.sections.map(({ title }) => title)])
    expect(titles.length).toBeGreaterThan(80)
    expect(
      titles
        .map((title) => title.replaceAll(/[\u00a0\u202f]/g, ' '))
        .filter((title) => !whole.includes(title)),
    ).toEqual([])
    // Each sign has its glyph: a missing one would print as an empty box.
    expect(whole).not.toContain('\ufffd')
    expect(whole).not.toContain('\u0000')
  })

  it('lists the chapters with the pages on which they start', () => {
    const numbers = pages.map(({ title }) => texts.findIndex((text) => text.startsWith(title)) + 1)
    expect(numbers.toSorted((one, other) => one - other)).toEqual(numbers)
    expect(numbers[0]).toBe(2)
    const contents = texts[0] ?? ''
    expect(pages.filter(({ title }, at) => !contents.includes(`${numbers[at]}${title}`))).toEqual([])
  })

  it('is tagged: headings, figures with their descriptions, tables, links, and an outline', () => {
    const text = pdf.toString('latin1')
    const count = (mark: RegExp) => [...text.matchAll(mark)].length
    const blocks = pages.flatMap(({ sections }) => sections).flatMap((section) => section.blocks)
    const pictures = blocks.filter(({ kind }) => kind === 'picture').length
    expect(count(/\/S \/Figure/g)).toBe(pictures)
    expect(count(/\/Alt /g)).toBe(pictures)
    expect(count(/\/S \/Table/g)).toBe(blocks.filter(({ kind }) => kind === 'table').length)
    expect(count(/\/Subtype \/Link/g)).toBe(pages.length)
    expect(count(/\/S \/H3/g)).toBe(pages.flatMap(({ sections }) => sections).length)
    for (const mark of ['/Outlines', '/MarkInfo', '(fr-FR)', 'pdfuaid:part'])
      expect([mark, text.includes(mark)]).toEqual([mark, true])
  })
})
