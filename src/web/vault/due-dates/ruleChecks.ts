import { isDate } from '#domain/vault/extra-fields.ts'
import { dueRuleLimits } from '#domain/vault/due-dates.ts'
import { dueTexts } from '#texts/vault/due-dates.ts'
import type { TextCheck } from '#web/platform/shell/checks.ts'

/** Checks the days of a rule; an empty text is none. */
export const ruleDays: TextCheck = (text) => {
  const days = /^\d{1,6}$/.test(text.trim()) ? Number(text) : NaN
  const isWithin = days >= dueRuleLimits.minimum && days <= dueRuleLimits.maximum
  return text.trim() === '' || isWithin ? null : dueTexts.ruleFormat
}

/** Checks a day of the calendar; an empty text is none. */
export const calendarDay: TextCheck = (text) => (text === '' || isDate(text) ? null : dueTexts.dateFormat)
