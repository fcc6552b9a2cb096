import { Refusal } from '#domain/refusals.ts'
import { roles, type Role } from '#domain/roles.ts'
import type { UserTexts } from '#domain/user-keys.ts'
import type { Config } from '../config.ts'
import { readOptionalPattern, readPattern } from '../http/patterns.ts'

const readers: Record<keyof UserTexts, (text: string) => string> = {
  login: (text) => readPattern('login', 'REGEX_LOGIN', text),
  email: (text) => readPattern('email', 'REGEX_EMAIL', text),
  firstName: (text) => readOptionalPattern('firstName', 'REGEX_FIRST_NAME', text),
  lastName: (text) => readOptionalPattern('lastName', 'REGEX_LAST_NAME', text),
}

/** The texts by which a user is known, as they are stored. @throws Refusal VALUE_REQUIRED, PATTERN_MISMATCH */
export const readUserText = (field: keyof UserTexts, text: string): string => readers[field](text)

/**
 * The directory that keeps an account, null for none: forms send an empty text.
 * @param kept the one that the account has already, which may have left the settings since
 * @throws Refusal DIRECTORY_UNKNOWN
 */
export function readDirectory(
  directories: Config['directories'],
  id: number | '' | null,
  kept: number | null = null,
): number | null {
  if (id === null || id === '') return null
  if (id !== kept && !directories.some((directory) => directory.id === id)) {
    throw new Refusal('DIRECTORY_UNKNOWN', { details: { field: 'adId' } })
  }
  return id
}

/** The account's name in its directory, null for none. @throws Refusal PATTERN_MISMATCH */
export const readSamAccount = (text: string | null): string | null =>
  readOptionalPattern('adSamAccount', 'REGEX_SAM', text ?? '') || null

/** Nobody makes somebody who is above themselves. @throws Refusal SCOPE_EXCEEDED */
export function refuseHigherRole(caller: { readonly role: Role }, role: Role): void {
  if (roles[role].rank > roles[caller.role].rank) {
    throw new Refusal('SCOPE_EXCEEDED', { details: { field: 'role' } })
  }
}
