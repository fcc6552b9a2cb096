import { fileURLToPath } from 'node:url'
import { documentTexts, type DocumentText } from '#texts/platform/documents.ts'
import { printable, signsIn } from './signs.ts'

/** Points of 1/72 inch: A4 with margins of 25 mm. */
export const margin = 71
export const sizes = { title: 24, lead: 12, heading: 14, text: 11, foot: 9 } as const
/** Ink and quiet grey: 15:1 and 6:1 on white. */
export const colours = { text: '#1b2a33', quiet: '#50606a' } as const

/** The fonts of the pages in one file each, with all letters of Latin Extended-A: fonts/README.md. */
const fontFile = (weight: 400 | 700, family: 'next' | 'mono' = 'next') =>
  fileURLToPath(new URL(`fonts/${family}-${weight}.woff`, import.meta.url))

/** The font of secrets: letters and digits that cannot be mistaken. Documents that write some register it. */
export const monoFontFile = (): string => fontFile(400, 'mono')

export type Pdf = PDFKit.PDFDocument
export type Look = { font: 'regular' | 'bold'; colour: string }

export type OpenPdf = {
  readonly pdf: Pdf
  /** The root of its structure. */
  readonly root: PDFKit.PDFStructureElement
  /** Writes a paragraph under a tag, and the room after it, in points. */
  readonly write: (tag: string, size: number, text: string, after: number, look?: Partial<Look>) => void
  /** Writes the footers, with a line of their own if there is one, and returns the document. */
  readonly finish: (line?: string) => Promise<Buffer>
}

/**
 * Opens a tagged PDF (PDF/UA-1): a screen reader recognises headings, paragraphs and lists, the language and the title
 * are set, the footer is marked as an artifact, the fonts are embedded.
 */
export async function openPdf(title: string, writtenAt: Date): Promise<OpenPdf> {
  // Loaded at its first use: documents are seldom opened.
  const { default: PDFDocument } = await import('pdfkit')
  const pdf = new PDFDocument({
    size: 'A4',
    margin,
    pdfVersion: '1.7',
    // A subset that the library supports and its types lack.
    subset: 'PDF/UA' as 'PDF/A-1',
    tagged: true,
    displayTitle: true,
    lang: 'fr-FR',
    bufferPages: true,
    // Without it the library starts with a font that is not embedded.
    font: fontFile(400),
    info: { Title: title, Author: documentTexts.product, CreationDate: writtenAt },
  })
  const chunks: Buffer[] = []
  const written = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  pdf.registerFont('regular', fontFile(400)).registerFont('bold', fontFile(700))
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  return {
    pdf,
    root,
    write: (tag, size, text, after, { font = 'regular', colour = colours.text } = {}) => {
      root.add(
        pdf.struct(tag, {}, () => {
          pdf.font(font).fontSize(size).fillColor(colour).text(text, { lineGap: 3 })
        }),
      )
      pdf.y += after
    },
    finish: (line) => {
      root.end()
      writeFeet(pdf, title, line)
      pdf.end()
      return written
    },
  }
}

/** Renders a document of the installation. */
export async function pdfOf(document: DocumentText, writtenAt: Date): Promise<Buffer> {
  const { pdf, root, write, finish } = await openPdf(document.title, writtenAt)
  const signs = signsIn(pdf, ['regular', 'bold'])
  const print = (text: string): string => printable(signs, text)
  write('H1', sizes.title, document.title, 8, { font: 'bold' })
  write('P', sizes.lead, print(document.lead), 12, { colour: colours.quiet })
  for (const { heading, paragraphs, list } of document.sections) {
    // Keeps a heading with its text: not alone at the bottom of a page.
    if (pdf.y > pdf.page.maxY() - 70) pdf.addPage()
    pdf.y += 6
    write('H2', sizes.heading, print(heading), 4, { font: 'bold' })
    for (const text of paragraphs) write('P', sizes.text, print(text), 6)
    if (list !== undefined) writeList(pdf, root, list.map(print))
  }
  if (signs.isMarked) write('P', sizes.foot, documentTexts.marks, 0, { colour: colours.quiet })
  return finish()
}

/** Writes a list, with mark and text of each entry tagged separately, as screen readers need. */
function writeList(pdf: Pdf, root: PDFKit.PDFStructureElement, entries: readonly string[]): void {
  const list = pdf.struct('L')
  root.add(list)
  const indent = 14
  for (const text of entries) {
    const entry = pdf.struct('LI')
    list.add(entry)
    pdf.font('regular').fontSize(sizes.text).fillColor(colours.text)
    if (pdf.y > pdf.page.maxY() - 2 * sizes.text) pdf.addPage()
    const top = pdf.y
    entry.add(pdf.struct('Lbl', {}, () => void pdf.text('•', margin, top, { lineGap: 3 })))
    entry.add(
      pdf.struct('LBody', {}, () => {
        const width = pdf.page.width - 2 * margin - indent
        pdf.text(text, margin + indent, top, { width, lineGap: 3 })
      }),
    )
    entry.end()
    pdf.x = margin
    pdf.y += 3
  }
  list.end()
  pdf.y += 3
}

/** Writes the footer of each page, which screen readers skip. */
function writeFeet(pdf: Pdf, title: string, line: string | undefined): void {
  const { count } = pdf.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page)
    // Below the margin, where text would otherwise begin another page.
    pdf.page.margins.bottom = 0
    pdf.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] })
    pdf.font('regular').fontSize(sizes.foot).fillColor(colours.quiet)
    const options = { width: pdf.page.width - 2 * margin, lineBreak: false } as const
    const top = pdf.page.height - 45
    pdf.text(`${documentTexts.product} · ${title}`, margin, top, options)
    pdf.text(documentTexts.page(page + 1, count), margin, top, { ...options, align: 'right' })
    if (line !== undefined)
      pdf.text(line, margin, top + sizes.foot + 4, {
        width: options.width,
        height: sizes.foot + 4,
        ellipsis: true,
      })
    pdf.endMarkedContent()
  }
}
