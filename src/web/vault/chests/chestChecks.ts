import { chestTexts } from '#texts/vault/chests.ts'
import { all, around, follows, required, withoutMarkup } from '#web/platform/shell/checks.ts'

type ChestTexts = { readonly name: string; readonly description: string }

/** Returns the checks of the form of an existing chest: what is stored is not judged again. */
export const chestChecksOf = (stored: ChestTexts) => ({
  name: all(required, around(stored.name, follows('REGEX_CHEST_NAME', chestTexts.nameFormat))),
  description: around(stored.description, withoutMarkup),
})

/** The checks of the form of a new chest. */
export const chestChecks = chestChecksOf({ name: '', description: '' })
