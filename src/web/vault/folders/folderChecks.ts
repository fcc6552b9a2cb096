import { fieldLimits } from '#domain/platform/limits.ts'
import { folderTexts } from '#texts/vault/contents.ts'
import { all, atMost, follows, required, withoutMarkup } from '#web/platform/shell/checks.ts'

/** The checks of a folder's fields, shared by form and panel. */
export const folderChecks = {
  name: all(required, follows('REGEX_FOLDER_NAME', folderTexts.nameFormat)),
  description: all(withoutMarkup, atMost(fieldLimits.description)),
}
