import { fieldLimits } from '#domain/platform/limits.ts'
import { folderTexts } from '#texts/vault/contents.ts'
import { all, atMost, follows, required, withoutMarkup } from '#web/platform/shell/checks.ts'

/** The rules of a folder's fields, the same in the form and in the panel. */
export const folderChecks = {
  name: all(required, follows('REGEX_FOLDER_NAME', folderTexts.nameFormat)),
  description: all(withoutMarkup, atMost(fieldLimits.description)),
}
