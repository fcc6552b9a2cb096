import { setImmediate } from 'node:timers/promises'
import { categories } from '#domain/platform/categories.ts'
import { wifiCode } from '#domain/vault/wifi-code.ts'
import { formatCalendarDay, formatExactDate } from '#texts/platform/format.ts'
import { sheetTexts as texts } from '#texts/vault/emergency-sheet.ts'
import { suggestedFieldTexts } from '#texts/vault/extra-fields.ts'
import {
  colours,
  margin,
  monoFontFile,
  openPdf,
  sizes,
  type OpenPdf,
} from '#server/platform/documents/pdf.ts'
import { signOrMark, signsIn, type Signs } from '#server/platform/documents/signs.ts'
import { keyUriOf, withPaths, type ExportContent, type ExportItem } from './model.ts'

/** Points. A module of a QR code of a long secret has half a millimetre, which telephones read from paper. */
const [labelWidth, codeSize, gap, secretSize] = [88, 104, 12, 13]
const lineGap = 3

/** Renders the emergency sheet: A4 to print, an item after the other, none split without need. */
export async function toSheet(content: ExportContent, madeBy: string, now: number): Promise<Buffer> {
  const open = await openPdf(texts.title, new Date(now))
  const { pdf, write } = open
  pdf.registerFont('mono', monoFontFile())
  const sheet: Sheet = { ...open, ...signsIn(pdf, ['mono', 'regular', 'bold']) }
  write('H1', sizes.title, texts.title, 6, { font: 'bold' })
  const source = content.kind === 'folder' ? texts.ofFolder(content.name) : texts.ofChest(content.name)
  write('P', sizes.heading, marked(sheet, source), 4)
  const made = texts.made(formatExactDate(now, 'Europe/Paris'), marked(sheet, madeBy))
  write('P', sizes.text, made, 4)
  write('P', sizes.text, texts.keep, 12, { font: 'bold' })
  let count = 0
  for (const { item, path } of withPaths(content)) {
    await writeItem(sheet, item, path)
    count += 1
    // Other requests go on between two items.
    await setImmediate()
  }
  if (count === 0) write('P', sizes.text, texts.none, 0)
  if (sheet.isMarked) {
    if (pdf.y > pdf.page.maxY() - 40) pdf.addPage()
    pdf.y += gap
    write('P', sizes.foot, texts.marks, 0, { colour: colours.quiet })
  }
  return open.finish(made)
}

type Sheet = OpenPdf & Signs

/** Hyphens that look like the one of the keyboard. */
const otherHyphens = /[\u2010\u2011]/u

/**
 * Returns the signs of a value as they are printed: one that the font lacks, or that nobody sees, by its number. Of a
 * secret also one that would be typed as another.
 */
const signsOf = (sheet: Sheet, text: string, isSecret = false): string[] =>
  Array.from(text, (sign) => {
    const isHidden = !/[^\p{C}\p{Z}]/u.test(sign) || (isSecret && otherHyphens.test(sign))
    return sign === ' ' ? sign : signOrMark(sheet, sign, isHidden)
  })

/** An accent is set on its letter, except in a secret, which is typed sign by sign. */
const marked = (sheet: Sheet, text: string): string =>
  signsOf(sheet, text.normalize('NFC').replaceAll(/\s+/gu, ' ')).join('')

/** Returns the lines of a secret. A space at an edge, or after another, is written as a word. */
function secretLines(sheet: Sheet, secret: string, columns: number): string[] {
  const signs = signsOf(sheet, secret, true)
  const lines: string[] = []
  let line = ''
  for (const [place, sign] of signs.entries()) {
    const isHidden =
      sign === ' ' && (line === '' || signs[place - 1] === ' ' || [undefined, ' '].includes(signs[place + 1]))
    // A space that would end the line is one that nobody sees, too.
    const isLast = sign === ' ' && line.length + 1 + (signs[place + 1]?.length ?? 0) > columns
    const written = isHidden || isLast ? `‹${texts.space}›` : sign
    sheet.isMarked ||= written !== sign
    if (line.length + written.length > columns && line !== '') {
      lines.push(line)
      line = ''
    }
    line += written
    // Its lines are those of the secret, each with the mark of its end.
    if (sign === lineEnd) {
      lines.push(line)
      line = ''
    }
  }
  return line === '' ? lines : [...lines, line]
}

const lineEnd = '‹U+000A›'

/** Returns the lines of a text that fit into a width, in the font that is set. */
function wrapped(sheet: Sheet, text: string, width: number): string[] {
  const { pdf } = sheet
  const lines: string[] = []
  for (const paragraph of text.split(/\r?\n/)) {
    let [line, used] = ['', 0]
    for (const word of marked(sheet, paragraph).split(/(?<= )/u)) {
      const pieces = pdf.widthOfString(word) > width ? Array.from(word) : [word]
      for (const piece of pieces) {
        const size = pdf.widthOfString(piece)
        if (line !== '' && used + size > width) {
          lines.push(line)
          ;[line, used] = ['', 0]
        }
        line += piece
        used += size
      }
    }
    lines.push(line)
  }
  return lines
}

type Row = {
  readonly label: string
  readonly lines: readonly string[]
  readonly isSecret: boolean
  /** Whether it is a label that is too long for its column, on lines of its own. */
  readonly isLabel?: boolean
}
type Code = { readonly title: string; readonly how: string; readonly alt: string; readonly text: string }

async function writeItem(sheet: Sheet, item: ExportItem, path: readonly string[]): Promise<void> {
  const { pdf } = sheet
  const codes = codesOf(item)
  const width = pdf.page.width - 2 * margin
  const textWidth = width - labelWidth - codes.length * (codeSize + gap)
  const rows = await rowsOf(sheet, item, path, textWidth)
  const heading = marked(sheet, item.name)
  const lineHeights = rows.map((row) => {
    look(sheet, row.isSecret)
    return row.lines.map((line) => pdf.heightOfString(line, { width: textWidth, lineGap }))
  })
  pdf.font('bold').fontSize(sizes.heading)
  const headHeight = pdf.heightOfString(heading, { width, lineGap }) + 4
  const textHeight = lineHeights.flat().reduce((sum, one) => sum + one, 0)
  const codeHeight = codes.length > 0 ? codeSize + 26 : 0
  const needed = headHeight + Math.max(textHeight, codeHeight) + 2 * gap
  const room = pdf.page.maxY() - pdf.y
  // A long item begins where its codes fit: it would leave half a page empty.
  const isSplit = needed > (pdf.page.maxY() - margin) / 2
  if ((isSplit ? headHeight + codeHeight + 60 : needed) > room) pdf.addPage()
  else rule(sheet, width)
  pdf.x = margin
  sheet.write('H2', sizes.heading, heading, 4, { font: 'bold' })
  const top = pdf.y
  const { page } = pdf
  for (const [place, code] of codes.entries()) {
    const left = margin + width - (codes.length - place) * (codeSize + gap) + gap
    await writeCode(sheet, code, left, top)
  }
  pdf.y = top
  for (const [place, row] of rows.entries()) {
    writeRow(sheet, row, textWidth, lineHeights[place] ?? [])
    await setImmediate()
  }
  pdf.y = (pdf.page === page ? Math.max(pdf.y, top + codeHeight) : pdf.y) + gap
  pdf.x = margin
}

async function rowsOf(
  sheet: Sheet,
  item: ExportItem,
  path: readonly string[],
  width: number,
): Promise<readonly Row[]> {
  const { login, password, address, otp, description, renewBefore, fields } = item
  look(sheet, true)
  const columns = Math.max(12, Math.floor(width / sheet.pdf.widthOfString('0')))
  const rows: Row[] = []
  const add = (label: string, lines: readonly string[], isSecret: boolean) => {
    look(sheet, false)
    if (sheet.pdf.widthOfString(label) < labelWidth - 4) rows.push({ label, lines, isSecret })
    else {
      const above = wrapped(sheet, texts.above(label), width)
      rows.push({ label: '', lines: above, isSecret: false, isLabel: true }, { label: '', lines, isSecret })
    }
  }
  const plain = (label: string, text: string) => {
    look(sheet, false)
    if (text !== '') add(label, wrapped(sheet, text, width), false)
  }
  /** What is typed letter by letter. */
  const exact = (label: string, text: string) => {
    if (text !== '') add(label, secretLines(sheet, text, columns), true)
  }
  plain(texts.folder, path.join(' / '))
  exact(texts.login, login)
  exact(texts.password, password)
  plain(texts.address, address)
  const code = keyUriOf(otp)
  if (code !== null && !fits(code)) exact(texts.otp, code)
  for (const { label, kind, value } of fields) {
    const name = marked(sheet, label)
    if (kind === 'concealed') exact(name, value)
    else plain(name, kind === 'date' ? formatCalendarDay(value) : value)
    await setImmediate()
  }
  plain(texts.description, description)
  if (renewBefore !== null) plain(texts.renewBefore, formatCalendarDay(renewBefore))
  return rows
}

/** In bytes: the QR code of a longer text has modules that a telephone does not read at this size. */
const longestCode = 400
const fits = (text: string): boolean => Buffer.byteLength(text) <= longestCode

function codesOf({ name, otp: stored, password, fields, categoryId }: ExportItem): Code[] {
  const otp = keyUriOf(stored)
  const network = fields.find(({ label }) => label === suggestedFieldTexts.networkName)?.value ?? name
  const wifi =
    categoryId === categories.wifi.id && password !== '' ? wifiCode({ name: network, password }) : ''
  return [
    ...(otp === null || !fits(otp)
      ? []
      : [{ title: texts.otp, how: texts.otpHow, alt: texts.otpAlt(name), text: otp }]),
    ...(wifi === '' || !fits(wifi)
      ? []
      : [{ title: texts.wifi, how: texts.wifiHow, alt: texts.wifiAlt(name), text: wifi }]),
  ]
}

function look({ pdf }: Sheet, isSecret: boolean): void {
  pdf
    .font(isSecret ? 'mono' : 'regular')
    .fontSize(isSecret ? secretSize : sizes.text)
    .fillColor(colours.text)
}

function rule({ pdf }: Sheet, width: number): void {
  pdf.markContent('Artifact', { type: 'Layout' })
  pdf
    .moveTo(margin, pdf.y)
    .lineTo(margin + width, pdf.y)
    .lineWidth(0.5)
    .strokeColor(colours.quiet)
    .stroke()
  pdf.endMarkedContent()
  pdf.y += gap
}

/** Writes a label and its value; a long value goes on at the next page. */
function writeRow(
  sheet: Sheet,
  { label, lines, isSecret, isLabel = false }: Row,
  width: number,
  heights: readonly number[],
): void {
  const { pdf, root } = sheet
  const row = pdf.struct('P')
  root.add(row)
  for (const [place, line] of lines.entries()) {
    if (pdf.y + (heights[place] ?? 0) > pdf.page.maxY()) pdf.addPage()
    const top = pdf.y
    if (place === 0 && label !== '')
      row.add(
        pdf.struct('Span', {}, () => {
          pdf.font('regular').fontSize(sizes.text).fillColor(colours.quiet)
          pdf.text(label, margin, top + (isSecret ? 1.5 : 0), { width: labelWidth, lineBreak: false })
        }),
      )
    row.add(
      pdf.struct('Span', {}, () => {
        look(sheet, isSecret)
        if (isLabel) pdf.fillColor(colours.quiet)
        pdf.text(line, isLabel ? margin : margin + labelWidth, top, { width, lineGap })
      }),
    )
    pdf.y = top + (heights[place] ?? 0)
  }
  row.end()
}

async function writeCode(
  sheet: Sheet,
  { title, how, alt, text }: Code,
  left: number,
  top: number,
): Promise<void> {
  const { pdf, root } = sheet
  const { create } = await import('qrcode')
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const step = codeSize / modules.size
  root.add(
    pdf.struct('Figure', { alt }, () => {
      for (let place = 0; place < modules.data.length; place += 1)
        if (modules.data[place])
          pdf.rect(
            left + (place % modules.size) * step,
            top + Math.floor(place / modules.size) * step,
            step,
            step,
          )
      pdf.fillColor('#000000').fill()
    }),
  )
  root.add(
    pdf.struct('Caption', {}, () => {
      const options = { width: codeSize, align: 'center', lineBreak: false } as const
      pdf.font('bold').fontSize(sizes.foot).fillColor(colours.text)
      pdf.text(title, left, top + codeSize + 3, options)
      pdf
        .font('regular')
        .fontSize(7)
        .fillColor(colours.quiet)
        .text(how, left, top + codeSize + 14, options)
    }),
  )
}
