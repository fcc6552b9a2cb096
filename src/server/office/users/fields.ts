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

/** The prefix of a user's fields in a body: an update has them under `update`. */
export type FieldsAt = '' | 'update/'

/** A validated text field of a user, as stored. @throws Refusal VALUE_REQUIRED, PATTERN_MISMATCH */
export const readUserText = (field: keyof UserTexts, text: string, at: FieldsAt = ''): string =>
  readers[field](text, at)

/**
 * The directory of an account, null for none; a form sends an empty text for none.
 * @param kept the stored directory, accepted even if the settings no longer have it
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

/** Refuses a role above the caller's own. @throws Refusal SCOPE_EXCEEDED */
export function refuseHigherRole(caller: { readonly role: Role }, role: Role, at: FieldsAt = ''): void {
  if (roles[role].rank > roles[caller.role].rank) {
    throw new Refusal('SCOPE_EXCEEDED', { details: { field: `body/${at}role` } })
  }
}
