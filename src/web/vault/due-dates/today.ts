import { dueStateOf } from '#domain/vault/due-dates.ts'
import { dayInFrance } from '#texts/platform/format.ts'
import { dueTexts } from '#texts/vault/due-dates.ts'

/** Returns the day in France, in which dates of renewal are counted, yyyy-mm-dd. */
export const todayInFrance = (): string => dayInFrance(Date.now())

/** Returns the sentence about a date of renewal that is past or near; null for any other. */
export function dueSentence(due: string | null): string | null {
  if (due === null) return null
  const state = dueStateOf(due, todayInFrance())
  return state === null ? null : dueTexts.sentence[state](due)
}
