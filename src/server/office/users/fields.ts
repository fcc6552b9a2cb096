import { Refusal } from '#domain/platform/refusals.ts'
import { roles, type Role } from '#domain/platform/roles.ts'
import type { UserTexts } from '#domain/platform/user-keys.ts'
import type { IdentitySettings } from '#server/identity/settings.ts'
import { readOptionalPattern, readPattern } from '#server/platform/http/patterns.ts'

const readers: Record<keyof UserTexts, (text: string, at: string) => string> = {
  login: (text, at) => readPattern(`${at}login`, 'REGEX_LOGIN', text),
  email: (text, at) => readPattern(`${at}email`, 'REGEX_EMAIL', text),
  firstName: (text, at) => readOptionalPattern(`${at}firstName`, 'REGEX_FIRST_NAME', text),
  lastName: (text, at) => readOptionalPattern(`${at}lastName`, 'REGEX_LAST_NAME', text),
}

/** Where the fields of a user stand in a body: a change has them under `update`. */
export type FieldsAt = '' | 'update/'

/** The texts by which a user is known, as they are stored. @throws Refusal VALUE_REQUIRED, PATTERN_MISMATCH */
export const readUserText = (field: keyof UserTexts, text: string, at: FieldsAt = ''): string =>
  readers[field](text, at)

/**
 * The directory that keeps an account, null for none: forms send an empty text.
 * @param kept the one that the account has already, which may have left the settings since
 * @throws Refusal DIRECTORY_UNKNOWN
 */
export function readDirectory(
  directories: IdentitySettings['directories'],
  id: number | '' | null,
  kept: number | null = null,
  at: FieldsAt = '',
): number | null {
  if (id === null || id === '') return null
  if (id !== kept && !directories.some((directory) => directory.id === id)) {
    throw new Refusal('DIRECTORY_UNKNOWN', { details: { field: `body/${at}adId` } })
  }
  return id
}

/** The account's name in its directory, null for none. @throws Refusal PATTERN_MISMATCH */
export const readSamAccount = (text: string | null, at: FieldsAt = ''): string | null =>
  readOptionalPattern(`${at}adSamAccount`, 'REGEX_SAM', text ?? '') || null

/** Nobody makes somebody who is above themselves. @throws Refusal SCOPE_EXCEEDED */
export function refuseHigherRole(caller: { readonly role: Role }, role: Role, at: FieldsAt = ''): void {
  if (roles[role].rank > roles[caller.role].rank) {
    throw new Refusal('SCOPE_EXCEEDED', { details: { field: `body/${at}role` } })
  }
}
