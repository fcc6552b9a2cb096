import type { Transaction } from 'kysely'
import { fold } from '#domain/platform/folding.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { roleNames, roles, type Role } from '#domain/platform/roles.ts'
import { accountKeyOf, type UserTexts } from '#domain/platform/user-keys.ts'
import { shellTexts } from '#texts/platform/shell.ts'
import { userLineTexts, type UserFileColumn } from '#texts/office/users.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Person } from './create.ts'
import type { EntryKey } from '#server/identity/directory/entries.ts'
import type { Filled } from './directory-lines.ts'
import { readUserText } from './fields.ts'
import type { Finder, Found } from './import-places.ts'
import type { Caller } from '#server/access/session.ts'

export type Fail = { readonly line: number; readonly message: string }
type Place = { readonly id: number; readonly name: string }
/** A person of the file, with the names of their banks and teams, and their entry in the directory if they have one. */
export type Candidate = { readonly line: number; readonly person: Person } & {
  readonly entry: EntryKey | null
  readonly banks: readonly Place[]
  readonly teams: readonly Place[]
}
type Places = { readonly bank: Finder; readonly team: Finder; readonly current: Place | null } & {
  /** The directory of the lines that have a person of it. */
  readonly directoryId: number | null
}

/** Validates one line. Each fault is passed to `fail`; a line with a fault yields null. */
export function readCandidate(
  { line: { line, cells, hasTooMany }, person: found }: Filled,
  caller: Caller,
  places: Places,
  fail: (message: string) => void,
): Candidate | null {
  let isWhole = true
  const wrong = (message: string) => {
    isWhole = false
    fail(message)
  }
  if (hasTooMany) wrong(userLineTexts.tooManyCells)
  const text = (column: keyof UserTexts) => readCell(column, cells[column], wrong)
  const texts = {
    login: text('login'),
    email: text('email'),
    firstName: text('firstName'),
    lastName: text('lastName'),
  }
  const role = readRole(cells.role, caller, wrong)
  const named = (cell: string, find: Finder, words: Words): Place[] => {
    // A name may contain the separator itself.
    const names = find(cell) === 'unknown' ? namesIn(cell) : [cell]
    const found = names.flatMap((name) => readPlace(name, find, words, wrong) ?? [])
    return [...new Map(found.map((place) => [place.id, place])).values()]
  }
  const noBank = places.current === null ? [] : [places.current]
  // A separator alone names none, not even the current bank.
  const banks = cells.bank === '' ? noBank : named(cells.bank, places.bank, bankWords)
  const teams = named(cells.teams, places.team, teamWords)
  if (!isWhole) return null
  const rest = {
    type: 'STANDARD',
    adId: found === null ? null : places.directoryId,
    adSamAccount: cells.sam || null,
  } as const
  const ids = { bankIds: banks.map(({ id }) => id), teamIds: teams.map(({ id }) => id) }
  return { line, person: { ...texts, ...rest, role, ...ids }, entry: found?.key ?? null, banks, teams }
}

/** Returns the names in a cell that may have several. */
const namesIn = (cell: string): string[] =>
  [...new Set(cell.split('|').map((name) => name.trim()))].filter(Boolean)

type Wrong = (message: string) => void

function readCell(column: keyof UserTexts & UserFileColumn, value: string, wrong: Wrong): string {
  try {
    return readUserText(column, value)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    wrong(
      error.code === 'VALUE_REQUIRED' ? userLineTexts.required(column) : userLineTexts.pattern(column, value),
    )
    return ''
  }
}

/** A role by its wire name or its French one; the lowest role for an empty cell. */
function readRole(value: string, caller: Caller, wrong: Wrong): Role {
  const named = fold(value)
  const role = roleNames.find((name) =>
    value === ''
      ? name === 'ROLE_INTERVENANT'
      : [name, shellTexts.roles[name]].some((known) => fold(known) === named),
  )
  if (!role) wrong(userLineTexts.roleUnknown(value))
  else if (roles[role].rank > roles[caller.role].rank) wrong(userLineTexts.roleTooHigh)
  return role ?? 'ROLE_INTERVENANT'
}

type Words = Record<'unknown' | 'ambiguous' | 'notManaged', (value: string) => string>
const bankWords: Words = {
  unknown: userLineTexts.bankUnknown,
  ambiguous: userLineTexts.bankAmbiguous,
  // Unreachable: every bank in scope is managed. Only a team may belong to several banks.
  notManaged: userLineTexts.bankUnknown,
}
const teamWords: Words = {
  unknown: userLineTexts.teamUnknown,
  ambiguous: userLineTexts.teamAmbiguous,
  notManaged: userLineTexts.teamNotManaged,
}

function readPlace(value: string, find: Finder, words: Words, wrong: Wrong): Place | null {
  const found: Found = find(value)
  if (typeof found === 'string') wrong(words[found](value))
  else if (!found.place.isManaged) wrong(words.notManaged(value))
  else return found.place
  return null
}

/** Logins and e-mails used by two lines, or by an existing user. */
export async function takenFails(tx: Transaction<Tables>, people: readonly Candidate[]): Promise<Fail[]> {
  const loginOf = ({ person }: Candidate) => accountKeyOf(person.login)
  const emailOf = ({ person }: Candidate) => accountKeyOf(person.email)
  if (people.length === 0) return []
  const rows = await tx
    .selectFrom('users')
    .select(['login_key', 'email_key'])
    .where((is) =>
      is.or([is('login_key', 'in', people.map(loginOf)), is('email_key', 'in', people.map(emailOf))]),
    )
    .execute()
  const columns = [
    {
      keyOf: loginOf,
      taken: new Set(rows.map((row) => row.login_key)),
      twice: userLineTexts.loginTwice,
      has: userLineTexts.loginTaken,
    },
    {
      keyOf: emailOf,
      taken: new Set(rows.map((row) => row.email_key)),
      twice: userLineTexts.emailTwice,
      has: userLineTexts.emailTaken,
    },
  ]
  return columns.flatMap(({ keyOf, taken, twice, has }) => {
    const first = new Map<string, number>()
    return people.flatMap((candidate): Fail[] => {
      const key = keyOf(candidate)
      const before = first.get(key)
      if (before !== undefined) return [{ line: candidate.line, message: twice(before) }]
      first.set(key, candidate.line)
      return taken.has(key) ? [{ line: candidate.line, message: has }] : []
    })
  })
}
