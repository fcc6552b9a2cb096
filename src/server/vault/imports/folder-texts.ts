import { withLineFeeds } from '#domain/platform/line-ends.ts'
import { fieldLimits } from '#domain/platform/limits.ts'
import { unnamed } from '#texts/vault/imports.ts'
import type { ImportFail } from './model.ts'
import { keepable, plainName, shortened } from './plain-fields.ts'

/** Returns a folder's name and description as the forms accept them, and what was changed. */
export function toFolderTexts(
  givenName: string,
  givenDescription: string,
  line: number,
): { texts: { name: string; description: string }; fails: ImportFail[] } {
  const plain = plainName(givenName)
  const fullName = plain.name || unnamed.folder
  const name = shortened(fullName, fieldLimits.name)
  const lines = withLineFeeds(keepable(givenDescription))
  const description = shortened(lines, fieldLimits.description)
  const fails: ImportFail[] = []
  if (plain.isCleaned) fails.push({ line, name, reason: 'FOLDER_NAME_CLEANED' })
  if (name !== fullName) fails.push({ line, name, reason: 'FOLDER_NAME_TOO_LONG' })
  if (keepable(givenDescription) !== givenDescription)
    fails.push({ line, name, reason: 'CHARACTERS_DROPPED' })
  if (description !== lines) fails.push({ line, name, reason: 'FOLDER_DESCRIPTION_TOO_LONG' })
  return { texts: { name, description }, fails }
}
