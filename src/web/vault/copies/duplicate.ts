import { copyTexts as texts } from '#texts/vault/copies.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import type { Toasts } from '#web/platform/ui/Toast.tsx'
import type { Place } from '#web/vault/explorer/place.ts'
import type { Element } from '#web/vault/explorer/rows.ts'
import { placeOfArrived, send, type Target } from './calls.ts'

/** How long a duplication runs before it is announced, in milliseconds. */
const quietMs = 1_000

/** Duplicates an element beside itself. The toast leads to the copy. */
export async function duplicate(
  element: Element,
  beside: Target,
  { toasts, goTo }: { readonly toasts: Toasts; readonly goTo: (place: Place) => void },
): Promise<void> {
  const announcing = setTimeout(() => toasts.info(texts.running.copy), quietMs)
  try {
    const arrived = await send('copy', beside.chestId, [element], beside)
    toasts.success(texts.duplicated(element.name), {
      link: { label: texts.show, onFollow: () => goTo(placeOfArrived(arrived, beside)) },
    })
  } catch (error) {
    toasts.error(sentenceOf(error))
  } finally {
    clearTimeout(announcing)
    toasts.withdraw(texts.running.copy)
  }
}
