import { randomBytes } from 'node:crypto'

// A mark is a random text that a user, a team, a bank or a chest has for good. Numbers come from the database: whoever writes
// to it can have the number of one given to another. Proofs therefore name marks.

/** Returns a new mark: 96 random bits in base64url. */
export const newMark = (): string => randomBytes(12).toString('base64url')

/** Returns the marks of a list as it is stored. */
export const marksIn = (stored: string): string[] => (stored === '' ? [] : stored.split(' '))

/** Returns a list of marks as it is stored: each once, in order. */
export const marksAs = (marks: Iterable<string>): string => [...new Set(marks)].toSorted().join(' ')
