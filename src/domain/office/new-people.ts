import { matchesPattern } from '#domain/platform/patterns.ts'
import { loginPart, proposedLogin, type Names } from '#domain/platform/proposed-login.ts'
import { accountKeyOf } from '#domain/platform/user-keys.ts'

/** A person read from a pasted list, with a proposed login. */
export type NewPerson = Names & { readonly login: string; readonly email: string }

const bracketed = /^(?<name>.*?)<\s*(?<email>[^<>\s]+)\s*>/

/**
 * Returns the people of a pasted list: mails, alone or as `Prénom Nom <mail>`, one a line or separated by commas or
 * semicolons. A mail that is listed twice counts once.
 */
export function peopleIn(text: string): { entry: string; person: NewPerson }[] {
  const people = new Map<string, { entry: string; person: NewPerson }>()
  const logins = new Set<string>()
  for (const { entry, name, email } of partsOf(text).flatMap(entriesOf)) {
    const key = accountKeyOf(email)
    if (people.has(key)) continue
    const given = namesOf(name)
    const isNamed = given.firstName !== '' || given.lastName !== ''
    const login = unusedLogin(isNamed ? proposedLogin(given) : loginPart(localPart(email)), logins)
    logins.add(login)
    people.set(key, { entry, person: { ...(isNamed ? given : namesOfEmail(email)), login, email } })
  }
  return [...people.values()]
}

/** Returns the parts between line breaks, commas and semicolons, except those in quotes or angle brackets. */
function partsOf(text: string): string[] {
  const parts: string[] = []
  let [part, isQuoted, isBracketed] = ['', false, false]
  for (const letter of text) {
    const isBreak = letter === '\n' || letter === '\r'
    if (isBreak || (!isQuoted && !isBracketed && (letter === ',' || letter === ';'))) {
      parts.push(part.trim())
      part = ''
      if (isBreak) [isQuoted, isBracketed] = [false, false]
      continue
    }
    part += letter
    if (letter === '"') isQuoted = !isQuoted
    if (letter === '<' || letter === '>') isBracketed = letter === '<'
  }
  return [...parts, part.trim()].filter(Boolean)
}

/** Returns a pasted list without one of its entries. */
export const withoutEntry = (text: string, entry: string): string =>
  peopleIn(text)
    .flatMap((one) => (one.entry === entry ? [] : [one.entry]))
    .join('\n')

type Entry = { entry: string; name: string; email: string }

function entriesOf(part: string): Entry[] {
  const { name, email } = bracketed.exec(part)?.groups ?? {}
  if (email !== undefined) return [{ entry: part, name: unquoted(name ?? ''), email }]
  const words = part.split(/\s+/)
  const mails = words.filter((word) => word.includes('@'))
  // « Marie Durand marie@exemple.fr », as a spreadsheet copies it.
  if (mails.length === 1 && mails[0] !== undefined) {
    const others = words.filter((word) => !word.includes('@')).join(' ')
    return [{ entry: part, name: unquoted(others), email: mails[0] }]
  }
  return words.map((word) => ({ entry: word, name: '', email: word }))
}

const unquoted = (name: string): string =>
  name
    .trim()
    .replace(/^["']|["']$/g, '')
    .trim()

const isUpperCase = (word: string): boolean =>
  word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase()

/** Returns first and last name: `Durand, Marie`, `DURAND Marie`, `Marie DURAND` or `Marie Durand`. */
function namesOf(name: string): Names {
  const [before = '', after] = name.split(',').map((part) => part.trim())
  if (after !== undefined) return names(after, before)
  const words = before.split(/\s+/)
  const upper = words.filter(isUpperCase)
  if (upper.length > 0 && upper.length < words.length)
    return names(words.filter((word) => !isUpperCase(word)).join(' '), upper.join(' '))
  return names(words[0] ?? '', words.slice(1).join(' '))
}

const localPart = (email: string): string => email.replace(/@.*$/, '').replace(/\+.*$/, '')

/** Returns the names in an address such as `marie.durand@exemple.fr`; none for another form of address. */
function namesOfEmail(email: string): Names {
  const [first = '', ...rest] = localPart(email)
    .split(/[._]/)
    .filter((part) => /^\p{L}[\p{L}-]+$/u.test(part))
  return rest.length === 0 ? { firstName: '', lastName: '' } : names(first, rest.join(' '))
}

const names = (firstName: string, lastName: string): Names => ({
  firstName: nameOrNone('REGEX_FIRST_NAME', capitalised(firstName)),
  lastName: nameOrNone('REGEX_LAST_NAME', capitalised(lastName)),
})

const nameOrNone = (pattern: 'REGEX_FIRST_NAME' | 'REGEX_LAST_NAME', name: string): string =>
  matchesPattern(pattern, name) ? name : ''

/** Capitalises words that are all upper or all lower case; others keep their letters. */
const capitalised = (name: string): string =>
  name.replace(/[\p{L}\p{M}]+/gu, (word) =>
    isUpperCase(word) || word === word.toLowerCase()
      ? `${word.charAt(0).toUpperCase()}${word.slice(1).toLowerCase()}`
      : word,
  )

function unusedLogin(base: string, used: ReadonlySet<string>): string {
  if (base === '') return ''
  for (let number = 1; ; number += 1) {
    const login = number === 1 ? base : `${base}${number}`
    if (!used.has(login)) return login
  }
}
