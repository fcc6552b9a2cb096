import { fold } from '#domain/platform/folding.ts'
import type { AbsenceReason } from '#domain/identity/directory-absences.ts'
import { matchesPattern, type PatternName } from '#domain/platform/patterns.ts'
import { userLineTexts, type UserFileColumn } from '#texts/office/users.ts'
import {
  accountNameKey,
  orAway,
  type AccountsOfDirectory,
} from '#server/identity/directory/directory-rows.ts'
import type { Directory } from '#server/identity/directory/directory.ts'
import type { DirectoryPerson, FoundPerson } from '#server/identity/directory/people.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import { orBusy } from '#server/platform/http/busy.ts'
import type { Line } from './csv.ts'

export type DirectoryDeps = Pick<IdentityDeps, 'config' | 'log'> & { readonly directory: Directory | null }

/** What the directory has for a line of the file, or why it cannot be asked. */
export type Looked = { readonly name: string; readonly found: FoundPerson } | { readonly fault: string }

type Cells = Line['cells']

/** Returns whether a line is of an account whose password the directory keeps. */
const isOfDirectory = ({ directory, sam }: Cells): boolean => directory !== '' || sam !== ''

/** Returns the name by which the directory is asked for the person of a line, as a later sign-in asks. */
const nameIn = ({ sam, login }: Cells): string => sam || login

/**
 * Looks for the people of a file in the directory, before the transaction: the directory may be slow.
 * @returns by the number of the line; nothing for lines of accounts with a password of their own
 * @throws Refusal DIRECTORY_AWAY, SERVER_BUSY
 */
export async function lookUpLines(
  { config, directory, log }: DirectoryDeps,
  lines: readonly Line[],
): Promise<ReadonlyMap<number, Looked>> {
  const faults = new Map<number, string>()
  const names = new Map<number, string>()
  for (const { line, cells } of lines) {
    if (!isOfDirectory(cells)) continue
    const fault = faultOf(cells, config.directories)
    if (fault === null) names.set(line, nameIn(cells))
    else faults.set(line, fault)
  }
  const asked = [...new Set(names.values())]
  const people =
    directory === null || asked.length === 0
      ? new Map<string, FoundPerson>()
      : await orAway(log, () => orBusy(() => directory.findPeople(asked)))
  return new Map<number, Looked>([
    ...[...faults].map(([line, fault]) => [line, { fault }] as const),
    ...[...names].map(([line, name]) => [line, { name, found: people.get(name) ?? null }] as const),
  ])
}

function faultOf(cells: Cells, directories: IdentityDeps['config']['directories']): string | null {
  if (directories.length === 0) return userLineTexts.noDirectory
  const named = fold(cells.directory)
  const isKnown = directories.some(({ id, ad }) => named === fold(ad) || named === String(id))
  if (cells.directory !== '' && !isKnown) return userLineTexts.directoryUnknown(cells.directory)
  if (nameIn(cells) === '') return userLineTexts.required('sam')
  return cells.sam === '' || matchesPattern('REGEX_SAM', cells.sam)
    ? null
    : userLineTexts.pattern('sam', cells.sam)
}

/** A line that creates nothing, though it has no fault. */
type Left = { readonly line: number; readonly name: string }
type Absent = Left & { readonly reason: AbsenceReason }

/** The lines of people who have an account, and of those whom the directory does not have, or has disabled. */
export type LeftLines = { readonly linked: Left[]; readonly absent: Absent[] }

/** A line with the person of the directory whom it names, and the cells that this person fills. */
export type Filled = { readonly line: Line; readonly person: DirectoryPerson | null }

/**
 * Fills the empty cells of the lines of the directory's people, and sets aside those that create no account.
 * @param fail is given the faults
 */
export function fillLines(
  lines: readonly Line[],
  looked: ReadonlyMap<number, Looked>,
  accounts: AccountsOfDirectory,
  fail: (line: number, message: string) => void,
): { filled: Filled[]; left: LeftLines } {
  const left: LeftLines = { linked: [], absent: [] }
  const lineOf = new Map<string, number>()
  const filled = lines.flatMap((line): Filled[] => {
    const known = looked.get(line.line)
    if (known === undefined) return [{ line, person: null }]
    const wrong = (message: string): [] => {
      fail(line.line, message)
      return []
    }
    if ('fault' in known) return wrong(known.fault)
    const { name, found } = known
    if (found === 'many') return wrong(userLineTexts.directoryMany(name))
    if (found === null) {
      left.absent.push({ line: line.line, name, reason: 'gone' })
      return []
    }
    if (accounts.keys.has(found.key) || accounts.names.has(accountNameKey(name))) {
      left.linked.push({ line: line.line, name })
      return []
    }
    if (found.isDisabled) {
      left.absent.push({ line: line.line, name, reason: 'disabled' })
      return []
    }
    const before = lineOf.get(found.key)
    if (before !== undefined) return wrong(userLineTexts.personTwice(before))
    lineOf.set(found.key, line.line)
    const cells = filledCells(line.cells, name, found)
    return cells.email === ''
      ? wrong(userLineTexts.noMail(name))
      : [{ line: { ...line, cells }, person: found }]
  })
  return { filled, left }
}

const rules = {
  firstName: 'REGEX_FIRST_NAME',
  lastName: 'REGEX_LAST_NAME',
  email: 'REGEX_EMAIL',
} as const satisfies Partial<Record<UserFileColumn, PatternName>>
type FilledColumn = keyof typeof rules
const filledColumns = Object.keys(rules) as FilledColumn[]

/** Returns a text of a person, as a sign-in takes it over: empty for one that breaks a rule. */
export function usableText(person: DirectoryPerson, column: FilledColumn): string {
  const text = person[column]?.trim().normalize('NFC') ?? ''
  return matchesPattern(rules[column], text) ? text : ''
}

/** What the file has counts first. */
function filledCells(cells: Cells, name: string, person: DirectoryPerson): Cells {
  const texts = filledColumns.map((column) => [column, cells[column] || usableText(person, column)] as const)
  return { ...cells, login: cells.login || name, ...Object.fromEntries(texts) }
}
