import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { guidePageOf, partsOf, type Block, type GuidePage, type Part } from '#texts/office/guide/model.ts'
import { guideParts } from '#texts/office/guide/pages.ts'
import { guidePictures, type PictureName } from '#texts/office/guide/pictures.ts'
import { guideTexts } from '#texts/office/guide/texts.ts'
import { colours, margin, openPdf, sizes, type OpenPdf } from '#server/platform/documents/pdf.ts'

const indent = 18
/** Points by pixel of a picture: one of a dialog is narrower than the page. */
const pictureScale = 0.55
const gap = 3

/** A chapter of the document: its page in it, counted from 1. */
type Chapter = { readonly id: string; readonly title: string; readonly number: number }

/** Renders the whole guide: its contents with page numbers, then a chapter for each page. */
export async function renderGuide(writtenAt: Date): Promise<Buffer> {
  const open = await openPdf(guideTexts.title, writtenAt)
  const { pdf, root, write } = open
  write('H1', sizes.title, guideTexts.title, 8, { font: 'bold' })
  write('P', sizes.lead, guideTexts.lead, 12, { colour: colours.quiet })
  // The contents have their place in the structure now, and their text once the chapters have their pages.
  const contents = pdf.struct('Sect')
  root.add(contents)
  const contentsTop = pdf.y
  const parts: { title: string; chapters: Chapter[] }[] = []
  for (const { title, pages } of guideParts) {
    const outline = pdf.outline.addItem(title)
    const chapters: Chapter[] = []
    for (const page of pages) {
      pdf.addPage()
      chapters.push({ id: page.id, title: page.title, number: pdf.bufferedPageRange().count })
      pdf.addNamedDestination(page.id)
      outline.addItem(page.title)
      writeChapter(open, page)
      // Other requests go on between two chapters.
      await setImmediate()
    }
    parts.push({ title, chapters })
  }
  pdf.switchToPage(0)
  pdf.y = contentsTop
  writeContents(open, contents, parts)
  return open.finish()
}

/** Writes the list of the chapters. Each line is a link. */
function writeContents(
  { pdf }: OpenPdf,
  contents: PDFKit.PDFStructureElement,
  parts: readonly { title: string; chapters: readonly Chapter[] }[],
): void {
  const width = pdf.page.width - 2 * margin
  const line = (tag: string, size: number, words: string) =>
    contents.add(
      pdf.struct(tag, {}, () => {
        pdf.font('bold').fontSize(size).fillColor(colours.text).text(words, margin, pdf.y, { lineGap: gap })
      }),
    )
  line('H2', sizes.heading, guideTexts.contents)
  for (const { title, chapters } of parts) {
    pdf.y += 6
    line('P', sizes.text, title)
    const list = pdf.struct('TOC')
    contents.add(list)
    for (const chapter of chapters) {
      const entry = pdf.struct('TOCI')
      list.add(entry)
      const link = pdf.struct('Link')
      entry.add(link)
      link.add(() => {
        const top = pdf.y
        pdf.font('regular').fontSize(sizes.text).fillColor(colours.text)
        pdf.text(String(chapter.number), margin, top, { width, align: 'right', lineGap: gap })
        pdf.text(chapter.title, margin, top, { width, lineGap: gap })
        // What a screen reader says of the link; a plain string would be written as a name.
        const described = { structParent: link, Contents: new String(chapter.title) as string }
        pdf.goTo(margin, top, width, pdf.y - top, chapter.id, described)
      })
      link.end()
      entry.end()
    }
    list.end()
  }
  contents.end()
}

function writeChapter(open: OpenPdf, { title, lead, sections }: GuidePage): void {
  const { pdf, write } = open
  write('H2', 20, title, 4, { font: 'bold' })
  write('P', sizes.lead, lead, 10, { colour: colours.quiet })
  for (const section of sections) {
    const [first] = section.blocks
    // A heading stays with what follows it.
    keepRoom(open, 60 + (first?.kind === 'picture' ? sizeOf(open, first.name).height : 0))
    pdf.y += 8
    write('H3', sizes.heading, section.title, 4, { font: 'bold' })
    for (const block of section.blocks) writeBlock(open, block)
  }
}

/** Begins another page unless this one has the room, in points. */
function keepRoom({ pdf }: OpenPdf, height: number): void {
  if (pdf.y + height > pdf.page.maxY()) pdf.addPage()
}

function writeBlock(open: OpenPdf, block: Block): void {
  const { pdf, root } = open
  const width = pdf.page.width - 2 * margin
  switch (block.kind) {
    case 'text':
      root.add(pdf.struct('P', {}, () => writeWords(open, block.text, margin, width)))
      pdf.y += 5
      break
    case 'note':
      keepRoom(open, 40)
      root.add(
        pdf.struct('P', {}, () =>
          writeWords(open, `**${guideTexts.note}\u00a0:** ${block.text}`, margin + indent, width - indent),
        ),
      )
      pdf.y += 6
      break
    case 'steps':
    case 'list':
      writeEntries(open, block.items, block.kind === 'steps')
      break
    case 'table':
      writeTable(open, block)
      break
    case 'picture':
      writePicture(open, block.name)
      break
  }
  pdf.x = margin
}

/** Signs that the embedded fonts lack, in words. */
const signs: Readonly<Record<string, string>> = {
  '\u202f': '\u00a0',
  '\u2191': guideTexts.arrows.up,
  '\u2193': guideTexts.arrows.down,
  '\u2190': guideTexts.arrows.left,
  '\u2192': guideTexts.arrows.right,
}
const missing = new RegExp(`[${Object.keys(signs).join('')}]`, 'gu')
const printable = (words: string): string => words.replace(missing, (sign) => signs[sign] ?? '')

const wordsOf = ({ kind, text }: Part): string =>
  printable(kind === 'page' ? (guidePageOf(guideParts, text)?.title ?? '') : text)
const plain = (words: string): string => partsOf(words).map(wordsOf).join('')

type Run = { isBold: boolean; words: string }

/** Returns the runs of a text. Punctuation stays with the word before it: a line may end between two runs. */
function runsOf(text: string): Run[] {
  const runs: Run[] = []
  for (const part of partsOf(text)) {
    const last = runs.at(-1)
    const words = wordsOf(part)
    const mark = last === undefined ? '' : (/^[,.;:)\u00a0]+/u.exec(words)?.[0] ?? '')
    if (last !== undefined) last.words += mark
    if (words.length > mark.length)
      runs.push({ isBold: part.kind !== 'plain', words: words.slice(mark.length) })
  }
  return runs
}

/** Writes a text, with labels, keys and titles in bold. */
function writeWords({ pdf }: OpenPdf, text: string, x: number, width: number): void {
  const runs = runsOf(text)
  pdf.x = x
  for (const [at, { isBold, words }] of runs.entries())
    pdf
      .font(isBold ? 'bold' : 'regular')
      .fontSize(sizes.text)
      .fillColor(colours.text)
      .text(words, { width, lineGap: gap, continued: at < runs.length - 1 })
}

/** Writes a list, with mark and text of each entry tagged separately. */
function writeEntries(open: OpenPdf, items: readonly string[], isNumbered: boolean): void {
  const { pdf, root } = open
  const list = pdf.struct('L')
  root.add(list)
  const width = pdf.page.width - 2 * margin - indent
  for (const [at, words] of items.entries()) {
    const entry = pdf.struct('LI')
    list.add(entry)
    pdf.font('regular').fontSize(sizes.text).fillColor(colours.text)
    keepRoom(open, pdf.heightOfString(plain(words), { width, lineGap: gap }))
    const top = pdf.y
    entry.add(
      pdf.struct(
        'Lbl',
        {},
        () => void pdf.text(isNumbered ? `${at + 1}.` : '•', margin, top, { lineGap: gap }),
      ),
    )
    pdf.y = top
    entry.add(pdf.struct('LBody', {}, () => writeWords(open, words, margin + indent, width)))
    entry.end()
    pdf.y += 3
  }
  list.end()
  pdf.y += 4
}

/** Writes a table: the last column takes the room that the others leave. */
function writeTable(open: OpenPdf, { label, columns, rows }: Extract<Block, { kind: 'table' }>): void {
  const { pdf, root } = open
  const table = pdf.struct('Table', { title: label })
  root.add(table)
  const padding = 12
  const whole = pdf.page.width - 2 * margin
  const fontOf = (column: number, isHead: boolean) => (isHead || column === 0 ? 'bold' : 'regular')
  const size = sizes.text - 1
  const widths = columns.map((head, column) =>
    Math.min(
      150,
      padding +
        Math.max(
          ...[head, ...rows.map((cells) => plain(cells[column] ?? ''))].map((text) =>
            pdf.font('bold').fontSize(size).widthOfString(text),
          ),
        ),
    ),
  )
  widths[widths.length - 1] = whole - widths.slice(0, -1).reduce((sum, width) => sum + width, 0)
  for (const [at, cells] of [columns, ...rows].entries()) {
    const isHead = at === 0
    const texts = cells.map(plain)
    const heights = texts.map((text, column) =>
      pdf
        .font(fontOf(column, isHead))
        .fontSize(size)
        .heightOfString(text, { width: (widths[column] ?? 0) - padding, lineGap: gap }),
    )
    const height = Math.max(...heights)
    keepRoom(open, height + 4)
    const top = pdf.y
    const row = pdf.struct('TR')
    table.add(row)
    let x = margin
    for (const [column, text] of texts.entries()) {
      const isHeading = isHead || column === 0
      // The scope of a heading, which the library writes and its types lack.
      const options = isHeading ? { scope: isHead ? 'Column' : 'Row' } : {}
      const left = x
      row.add(
        pdf.struct(isHeading ? 'TH' : 'TD', options as PDFKit.Mixins.StructureElementOptions, () => {
          pdf
            .font(fontOf(column, isHead))
            .fontSize(size)
            .fillColor(isHead ? colours.quiet : colours.text)
            .text(text, left, top, { width: (widths[column] ?? 0) - padding, lineGap: gap })
        }),
      )
      x += widths[column] ?? 0
    }
    row.end()
    pdf.y = top + height + 4
  }
  table.end()
  pdf.y += 4
}

function sizeOf({ pdf }: OpenPdf, name: PictureName): { width: number; height: number } {
  const picture = guidePictures[name]
  const width = Math.min(pdf.page.width - 2 * margin, picture.width * pictureScale)
  return { width, height: (width * picture.height) / picture.width }
}

function writePicture(open: OpenPdf, name: PictureName): void {
  const { pdf, root } = open
  const { width, height } = sizeOf(open, name)
  keepRoom(open, height + 12)
  const top = pdf.y + 3
  const file = fileURLToPath(new URL(`pictures/${name}.jpg`, import.meta.url))
  // Its box, which the library writes and its types lack.
  const described = { alt: guidePictures[name].alt, bbox: [margin, top, margin + width, top + height] }
  root.add(
    pdf.struct('Figure', described, () => {
      pdf.image(file, margin, top, { width, height })
      pdf.lineWidth(0.5).rect(margin, top, width, height).stroke(colours.quiet)
    }),
  )
  pdf.y = top + height + 9
}
