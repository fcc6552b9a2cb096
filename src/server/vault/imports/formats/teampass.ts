import { fieldLabels as labels, teamPasswordLabels, formatNames } from '#texts/vault/import-formats.ts'
import type { Yielder } from '#server/vault/contents/yielder.ts'
import { withPhpQuotes } from '../csv-records.ts'
import { addAddress, addField, tell } from './entry-draft.ts'
import type { CsvRow } from '../csv-records.ts'
import { decodeEntities, entitiesQuestion } from './entities.ts'
import type { Format } from './format.ts'
import { hasColumns, readLooseTable, type LooseTable } from './loose-table.ts'
import { isHeaderOf, readTable, setRenewal, tableFormat, type TableSpec } from './table-format.ts'

/** TeamPass: CSV. Old versions leave the entities of its web pages in every value. */
export const teamPass: Format = {
  id: 'teampass',
  name: 'TeamPass',
  family: 'teampass',
  endings: ['.csv', '.txt'],
  needs: [],
  recognises: (file) => file.kind === 'table' && hasColumns(file, 'id', 'label', 'pw', 'login'),
  async read(file, { answers, yielder }) {
    if (file.kind !== 'table') return { ok: false, code: 'FORMAT_OTHER' }
    const table = await readAsPhp(file, yielder)
    const place = table.names.indexOf('description')
    const judged = table.rows.map(({ cells }) =>
      cells.map((cell, at) => (at === place ? withoutTags(cell) : cell)),
    )
    const question = await entitiesQuestion(judged, yielder)
    const isDecoded = question !== null && (answers['entities'] ?? question.proposed) === 'decode'
    const decoded = new Set<number>()
    const rows: CsvRow[] = []
    for (const row of table.rows) {
      const cells = row.cells.map((cell, at) =>
        at === place ? textOfHtml(cell, isDecoded) : isDecoded ? decodeEntities(cell) : cell,
      )
      if (isDecoded && cells.some((cell, at) => at !== place && cell !== row.cells[at])) decoded.add(row.line)
      rows.push({ ...row, cells })
      const pause = yielder.step(8)
      if (pause) await pause
    }
    const read = await readTable({ ...table, rows }, specOf(decoded), yielder)
    return { ...read, questions: question === null ? [] : [question] }
  },
}

/** Reads a table with backslashes before quotes again as PHP writes it, whatever other way makes its rows even. */
async function readAsPhp(table: LooseTable, yielder: Yielder): Promise<LooseTable> {
  if (!table.text.includes('\\"')) return table
  const read = await readLooseTable(withPhpQuotes(table.text, table.delimiter), table.isGarbled, yielder)
  return 'ok' in read || read.names.join() !== table.names.join() ? table : read
}

const specOf = (decoded: ReadonlySet<number>): TableSpec => ({
  columns: {
    id: 'row',
    label: 'title',
    description: 'notes',
    pw: 'password',
    login: 'login',
    'restricted to': 'ignore',
    perso: 'ignore',
    url: 'address',
    email: 'email',
    kb: ['text', labels.knowledge],
    tag: ['text', labels.tags],
    tags: ['text', labels.tags],
    folder: 'path',
    totp: 'otp',
    otp: 'otp',
  },
  rows: () => (draft, cell, row) => {
    if (decoded.has(row.line)) tell(draft, 'ENTITIES_DECODED')
    // The number is counted in each installation: two of them use the same for different entries.
    const id = cell('id').trim()
    draft.sourceId = id === '' ? null : `${id} ${draft.title}`
    return undefined
  },
})

const markup = /<\/?(?:br|p|div|b|i|u|ul|ol|li|span|strong|em|a|table|tr|td|h\d|font|pre|code)\b[^<>]*>/gi

const withoutTags = (html: string): string => html.replaceAll(markup, '')

/** Returns the text of a description, which may be HTML in any version: lines instead of paragraphs, without tags. */
function textOfHtml(html: string, isDecoded: boolean): string {
  if (html.search(markup) === -1) return isDecoded ? decodeEntities(html) : html
  const lines = html.replaceAll(/(?:\r?\n)?<br\s*\/?>(?:\r?\n)?|<\/(?:p|div|li|tr)>/gi, '\n')
  // The address of a link is more than its text.
  const linked = lines.replaceAll(/<a\b[^<>]*>/gi, (tag) => {
    const address = /\bhref="([^"<>]*)"/i.exec(tag)?.[1]
    return address === undefined ? tag : `${address} `
  })
  return decodeEntities(withoutTags(linked)).trim()
}

/** TeamPass: the table that its people fill in to import. */
export const teamPassTemplate = tableFormat({
  id: 'teampass-template',
  name: formatNames.teamPassTemplate,
  family: 'teampass-template',
  matches: (table) =>
    isHeaderOf(table, ['label', 'login', 'password', 'url', 'description', 'folder'], ['totp']),
  columns: {
    label: 'title',
    login: 'login',
    password: 'password',
    url: 'address',
    description: 'notes',
    folder: 'path',
    totp: 'otp',
  },
})

/** The column of the date names its form: `expiry date (mm-dd-yyyy)`. */
const expiryName = /^expiry date(?: \((?<form>[dmy]{2,4} [dmy]{2,4} [dmy]{2,4})\))?$/

/** Team Password Manager (teampasswordmanager.com): CSV. */
export const teamPasswordManager = tableFormat({
  id: 'teampasswordmanager',
  name: 'Team Password Manager',
  family: 'teampasswordmanager',
  matches: (table) => hasColumns(table, 'name', 'access information') && table.names.includes('project name'),
  columns: {
    'project name': 'path',
    name: 'title',
    'access information': 'row',
    username: 'login',
    email: 'email',
    'e mail': 'email',
    'email address': 'email',
    password: 'password',
    notes: 'notes',
    tags: ['text', labels.tags],
    'custom fields': 'row',
    otp: 'otp',
  },
  separator: null,
  rows: ({ names }) => {
    const customs = names.flatMap((name, place) => {
      const number = /^custom (\d+)$/.exec(name)?.[1]
      return number === undefined ? [] : [{ number: Number(number), place }]
    })
    const expiryPlace = names.findIndex((name) => expiryName.test(name))
    const form = expiryName.exec(names[expiryPlace] ?? '')?.groups?.['form'] ?? 'yyyy mm dd'
    return (draft, cell, row) => {
      const access = cell('access information')
      if (/^\S*[.:/]\S*$/.test(access.trim())) addAddress(draft, access)
      else addField(draft, teamPasswordLabels.access, 'text', access)
      const ownLabels = cell('custom fields')
        .split(/[\r\n,;]+/)
        .map((label) => label.trim())
      draft.fields = draft.fields.filter(({ label }) => !/^(?:custom \d+|expiry date.*)$/i.test(label))
      for (const { number, place } of customs)
        addField(draft, ownLabels[number - 1] ?? '', 'concealed', row.cells[place] ?? '')
      const expiry = row.cells[expiryPlace] ?? ''
      if (expiry !== '') setRenewal(draft, dateOf(expiry, form), labels.expiry)
      return undefined
    }
  },
})

/** Returns a date as `yyyy-mm-dd`, by the order in which its parts are written; the text itself if it has other parts. */
function dateOf(text: string, form: string): string {
  const parts = text.trim().split(/[-/.]/)
  const places = form.split(' ').map((part) => part[0])
  const [year, month, day] = ['y', 'm', 'd'].map((part) => parts[places.indexOf(part)])
  const isDate =
    parts.length === 3 &&
    /^\d{4}$/.test(year ?? '') &&
    [month, day].every((part) => /^\d\d?$/.test(part ?? ''))
  return isDate ? `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}` : text
}
