import { chestTexts } from '#texts/vault/chests.ts'
import { all, follows, required, withoutMarkup } from '#web/platform/shell/checks.ts'

/** The checks of the chest forms. */
export const chestChecks = {
  name: all(required, follows('REGEX_CHEST_NAME', chestTexts.nameFormat)),
  description: withoutMarkup,
}
