import type { NewPerson } from '#domain/office/new-people.ts'
import type { Role } from '#domain/platform/roles.ts'

type Shared = { role: Role; banks: readonly { id: number }[]; teams: readonly { id: number }[] }

/** A person of the directory. What is empty comes from there. `sam`: the name there, where it is not the login. */
type DirectoryPerson = { login: string; email: string; sam: string }

const header = ['login', 'email', 'firstName', 'lastName', 'role', 'bank', 'teams']

/** Quotes every cell: the import reads them as text. */
const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`

const idsIn = (places: readonly { id: number }[]): string => places.map(({ id }) => id).join('|')

/**
 * Returns people as a file for the import of users, one a line below the header. They get the same role, banks and
 * teams. Each call returns a new file: a repeat of its import sends the same one.
 */
export function fileOfPeople(people: readonly NewPerson[], { role, banks, teams }: Shared): File {
  const lines = people.map(({ login, email, firstName, lastName }) => [
    login,
    email,
    firstName,
    lastName,
    ...sharedCells({ role, banks, teams }),
  ])
  return fileOf([header, ...lines])
}

/** Returns people of a directory as such a file. */
export function fileOfDirectoryPeople(
  people: readonly DirectoryPerson[],
  directoryId: number,
  shared: Shared,
): File {
  const lines = people.map(({ login, email, sam }) => [
    login,
    email,
    '',
    '',
    ...sharedCells(shared),
    String(directoryId),
    sam,
  ])
  return fileOf([[...header, 'directory', 'sam'], ...lines])
}

const sharedCells = ({ role, banks, teams }: Shared): string[] => [
  role,
  // The separator alone names no bank; an empty cell would name the current one.
  idsIn(banks) || '|',
  idsIn(teams),
]

function fileOf(lines: readonly (readonly string[])[]): File {
  const text = lines.map((line) => `${line.map(quoted).join(';')}\r\n`).join('')
  return new File([text], 'utilisateurs.csv', { type: 'text/csv' })
}

/** Returns the index of the person on a line of the file. */
export const lineOfPerson = (line: number): number => line - 2
