import { isOtpAddress } from '#domain/platform/one-time-code.ts'
import { anyCsvLabels, formatNames } from '#texts/vault/import-formats.ts'
import type { Yielder } from '#server/vault/contents/yielder.ts'
import { columnName, columnSecrecy, fieldOf, type CsvField } from '../column-names.ts'
import type { CsvRow } from '../csv-records.ts'
import { joinLabels } from '../csv.ts'
import { isOtpValue } from '../read-otp.ts'
import { isPrivateKey } from '../secret-names.ts'
import { isSpareOtp, spareColumnsOf, spareFieldsOf } from '../spare-columns.ts'
import {
  columnTargets,
  guessByValues,
  headerOf,
  headerRules,
  knownFieldOf,
  nameOfColumn,
  type ColumnTarget,
  type HeaderRules,
} from './column-values.ts'
import type { Format } from './format.ts'
import type { Found } from './found.ts'
import { parseJson } from './json-values.ts'
import type { LooseTable } from './loose-table.ts'
import type { Sniffed } from './sniff.ts'
import { readTable, type Target } from './table-format.ts'

/** A column of a table that no program is known for. */
export type TableColumn = {
  readonly label: string
  readonly target: ColumnTarget
  /** The first values, masked where they may be secret. */
  readonly examples: readonly string[]
}

/** What separates the folders of a path; an empty answer is no separator. */
const separators = ['/', '\\', '>', '.', ''] as const

type Answers = Readonly<Record<string, string>>

/** The table without its header, and the labels of its columns. */
type Headed = { readonly table: LooseTable; readonly labels: readonly string[] }

/**
 * A table of any columns: each becomes what the person says in `mapping` (JSON: a target for each column), or what its
 * name suggests. `separator` separates folders. `header` says whether the first row names the columns.
 * @param others every other format: this one reads what none of them recognises
 */
export const anyCsv = (others: readonly Format[]): Format => ({
  id: 'csv',
  name: formatNames.anyCsv,
  family: 'csv-mapped',
  endings: ['.csv', '.txt'],
  needs: [],
  recognises: (file) =>
    file.kind === 'table' && file.header.length > 1 && !others.some((format) => format.recognises(file)),
  async read(file, { answers, yielder }) {
    if (file.kind !== 'table') return { ok: false, code: 'FORMAT_OTHER' }
    const headed = headedOf(file, answers)
    const mapping = mappingOf(headed, answers)
    const separator = answers['separator'] ?? guessedSeparator(headed, mapping)
    if (mapping === null || !separators.some((one) => one === separator))
      return { ok: false, code: 'MAPPING_INVALID' }
    const read = await readMapped(headed, mapping, separator, yielder)
    const isGuessed = answers['mapping'] === undefined
    const entries = isGuessed
      ? await withFormer(read.entries, file, { headed, mapping, answers, yielder })
      : read.entries
    return { ...read, entries, ...remarksOf(file, headed, mapping, answers, read.notes) }
  },
})

function readMapped(
  headed: Headed,
  mapping: readonly ColumnTarget[],
  separator: string,
  yielder: Yielder,
): Promise<Found> {
  // The reader looks columns up by their names, which need not differ here.
  const names = mapping.map((_, place) => String(place))
  const columns = Object.fromEntries(
    mapping.map((target, place): [string, Target] => [String(place), targetOf(target, headed, place)]),
  )
  return readTable(
    { ...headed.table, names, header: headed.labels },
    { columns, separator: separator === '' ? null : separator },
    yielder,
  )
}

/** Returns the entries with what earlier releases made of them, where they guessed something else. */
async function withFormer(
  entries: Found['entries'],
  table: LooseTable,
  given: {
    readonly headed: Headed
    readonly mapping: readonly ColumnTarget[]
    readonly answers: Answers
    readonly yielder: Yielder
  },
): Promise<Found['entries']> {
  const { answers, yielder } = given
  const headed = headedOf(table, answers, headerRules.former)
  const mapping = formerGuessOf(headed)
  const isSame = (one: readonly string[], other: readonly string[]) =>
    one.every((text, place) => text === other[place])
  if (isSame(mapping, given.mapping) && isSame(headed.labels, given.headed.labels)) return entries
  const separator = answers['separator'] ?? guessedSeparator(headed, mapping)
  const former = await readMapped(headed, mapping, separator, yielder)
  const byLine = new Map(former.entries.map((entry) => [entry.line, entry]))
  return entries.map((entry) => {
    const one = byLine.get(entry.line)
    return one === undefined ? entry : { ...entry, former: one }
  })
}

/** What a person or a script must know: which row is the first entry, and which columns are not understood. */
function remarksOf(
  table: LooseTable,
  { labels, table: { header } }: Headed,
  mapping: readonly ColumnTarget[],
  answers: Answers,
  notes: Found['notes'],
): Pick<Found, 'questions' | 'notes'> {
  const isAsked = judgedHeader(table) === 'doubt'
  const unknown =
    answers['mapping'] === undefined
      ? labels.filter(
          // A name that is known to be secret is understood: only the others are told.
          (label, place) =>
            mapping[place] === 'concealed' &&
            (header.length === 0 || columnSecrecy(columnName(label)) === 'unknown'),
        )
      : []
  return {
    questions: isAsked
      ? [{ id: 'header', choices: ['no', 'yes'], proposed: 'no', count: 1, detail: '' }]
      : [],
    notes: [
      ...notes,
      ...(header.length === 0 ? [{ reason: 'FIRST_ROW_ENTRY' } as const] : []),
      ...(unknown.length > 0 ? [{ reason: 'COLUMNS_CONCEALED', detail: joinLabels(unknown) } as const] : []),
      ...(mapping.includes('title') ? [] : [{ reason: 'NAME_COLUMN_MISSING' } as const]),
      ...(mapping.includes('password') || mapping.includes('otp')
        ? []
        : [{ reason: 'PASSWORD_COLUMN_MISSING' } as const]),
    ],
  }
}

function targetOf(target: ColumnTarget, { table, labels }: Headed, place: number): Target {
  if (target === 'text' || target === 'concealed') return [target, labels[place] ?? '']
  const isAddress = ({ cells }: CsvRow): boolean => isOtpAddress(cells[place] ?? '')
  return target === 'otp' && table.header.length === 0 && table.rows.some(isAddress) ? 'otpAddress' : target
}

/** Returns the columns of a table for the screen that maps them; null for any other file. */
export function columnsOf(file: Sniffed, answers: Answers = {}): readonly TableColumn[] | null {
  if (file.kind !== 'table') return null
  const headed = headedOf(file, answers)
  const guess = guessOf(headed)
  const mapping = mappingOf(headed, answers) ?? guess
  return mapping.map((target, place) => ({
    label: headed.labels[place] ?? '',
    target,
    examples: examplesOf(headed.table, place, isSecret(target) || !isHarmless(guess[place])),
  }))
}

const isSecret = (target: ColumnTarget): boolean =>
  target === 'password' || target === 'otp' || target === 'concealed'

/** Whether a column's own name says that it holds no secret: any other may. */
const isHarmless = (guess: ColumnTarget | undefined): boolean =>
  guess !== undefined && guess !== 'text' && !isSecret(guess)

const [shownExamples, longestExample, mask] = [3, 60, '••••••••'] as const

function examplesOf({ rows }: LooseTable, place: number, isMasked: boolean): string[] {
  const examples: string[] = []
  for (const { cells } of rows) {
    const cell = (cells[place] ?? '').trim()
    if (cell !== '') examples.push(isMasked || isOtpValue(cell) || isPrivateKey(cell) ? mask : shorten(cell))
    if (examples.length === shownExamples) break
  }
  return examples
}

const shorten = (text: string): string =>
  text.length > longestExample ? `${Array.from(text).slice(0, longestExample).join('')}…` : text

/** Rows by which the columns are judged. */
const judgedRows = 1_000

/** The values of each column in the first of the rows, without blank ones. */
const valuesOf = (rows: readonly CsvRow[], width: number): string[][] =>
  Array.from({ length: width }, (_, place) =>
    rows.slice(0, judgedRows).flatMap(({ cells }) => cells[place]?.trim() || []),
  )

/** Whether the first row names the columns, as far as it can be told. */
const judgedHeader = (table: LooseTable, rules?: HeaderRules) =>
  headerOf(table.header, valuesOf(table.rows, table.header.length), rules)

/** Where it cannot be told, the first row is an entry: none is lost, and none is shown as the names of columns. */
function headedOf(table: LooseTable, answers: Answers, rules?: HeaderRules): Headed {
  const isHeaded = (answers['header'] ?? judgedHeader(table, rules)) === 'yes'
  const width = table.header.length
  const labelsOf = (cells: readonly string[]): string[] =>
    Array.from({ length: width }, (_, place) => cells[place]?.trim() || `${anyCsvLabels.column} ${place + 1}`)
  return isHeaded
    ? { table, labels: labelsOf(table.header) }
    : { table: { ...table, rows: [table.first, ...table.rows], header: [], names: [] }, labels: labelsOf([]) }
}

/** Returns what the person chose for each column, or the guess; null if it is not about these columns. */
function mappingOf(headed: Headed, answers: Answers): ColumnTarget[] | null {
  if (answers['mapping'] === undefined) return guessOf(headed)
  const chosen = parseJson(answers['mapping'])
  if (!Array.isArray(chosen) || chosen.length !== headed.labels.length) return null
  const targets = chosen.flatMap((one) => columnTargets.filter((target) => target === one))
  return targets.length === chosen.length ? targets : null
}

/** Names that programs without a reader of their own give to their columns, besides the spare ones. */
const furtherNames: Readonly<Record<string, ColumnTarget>> = {
  additionalinfo: 'notes',
  'groupe parent': 'path',
  'parent folder': 'path',
}
/** All names of that kind that earlier releases knew. */
const formerNames: Readonly<Record<string, ColumnTarget>> = {
  ...furtherNames,
  'display name': 'title',
  nickname: 'title',
  'nom du compte': 'title',
  'username value': 'login',
  'user id': 'login',
  userid: 'login',
  'id utilisateur': 'login',
  'password value': 'password',
  passwort: 'password',
  'origin url': 'address',
  'site url': 'address',
  'login url': 'address',
  'login urls': 'address',
  domain: 'address',
  domaine: 'address',
  'adresse ip': 'address',
}

const targetsOfFields: Readonly<Record<CsvField, ColumnTarget>> = {
  name: 'title',
  login: 'login',
  email: 'email',
  password: 'password',
  address: 'address',
  description: 'notes',
  otp: 'otp',
  path: 'path',
}

/** Returns the target of each column. A second column of one kind becomes a field of its own. */
function targetsOf(
  names: readonly string[],
  targetAt: (name: string, place: number) => ColumnTarget | undefined,
  isAnswers: (place: number) => boolean = () => false,
): ColumnTarget[] {
  const used = new Set<ColumnTarget>()
  return names.map((name, place) => {
    const target = targetAt(name, place)
    if (target !== undefined && (!used.has(target) || target === 'address' || target === 'notes')) {
      used.add(target)
      return target
    }
    const isShown =
      isAnswers(place) || (target === undefined ? columnSecrecy(name) === 'harmless' : !isSecret(target))
    return isShown ? 'text' : 'concealed'
  })
}

/** Returns what the columns seem to hold, by their names, or by their values without a header. */
function guessOf({ table, labels }: Headed): ColumnTarget[] {
  if (table.header.length === 0) return guessByValues(valuesOf(table.rows, labels.length))
  const names = labels.map(nameOfColumn)
  const given = names.map(knownFieldOf)
  const spare = spareColumnsOf(names, given, (place) => table.rows.map(({ cells }) => cells[place] ?? ''))
  const targetAt = (name: string, place: number): ColumnTarget | undefined => {
    const field = given[place] ?? spare.fields.get(place)
    if (field !== undefined) return targetsOfFields[field]
    // An entry may have several addresses.
    if (spareFieldsOf(name).includes('address')) return 'address'
    return Object.hasOwn(furtherNames, name) ? furtherNames[name] : undefined
  }
  return targetsOf(names, targetAt, (place) => spare.answers.has(place))
}

/** Returns what earlier releases guessed: they asked neither the other columns nor the cells of a column. */
function formerGuessOf({ table, labels }: Headed): ColumnTarget[] {
  if (table.header.length === 0) return guessByValues(valuesOf(table.rows, labels.length))
  return targetsOf(labels.map(columnName), (name) => {
    const field = fieldOf(name)
    if (field !== undefined) return targetsOfFields[field]
    if (isSpareOtp(name)) return 'otp'
    return Object.hasOwn(formerNames, name) ? formerNames[name] : undefined
  })
}

/** Returns the separator that the paths of a table show: a backslash where no slash stands in any of them. */
function guessedSeparator({ table }: Headed, mapping: readonly ColumnTarget[] | null): string {
  const place = mapping?.indexOf('path') ?? -1
  const paths = table.rows.map(({ cells }) => cells[place] ?? '')
  if (paths.some((path) => path.includes('/'))) return '/'
  return paths.find((path) => path.includes('\\')) !== undefined ? '\\' : '/'
}
