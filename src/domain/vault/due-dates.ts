import { dayNumberOf, dayOfNumber } from '#domain/platform/days.ts'

/** The days of a rule (« tous les 180 jours »), from one day to ten years. */
export const dueRuleLimits = { minimum: 1, maximum: 3_650 } as const

/** For how many days before its date an item is shown as to be renewed. */
export const dueNoticeDays = 14

/** The items that the dashboard lists, those of the earliest dates. */
export const dueListed = 100

/** Reminders after the date are that many days apart. */
const reminderDays = 7

/**
 * Returns a day later or earlier. Days are those of the calendar, without a time zone.
 * @param day yyyy-mm-dd
 */
export const dayAfter = (day: string, days: number): string => dayOfNumber(numberOf(day) + days)

/** @param day yyyy-mm-dd @returns days since 1970 */
const numberOf = (day: string): number => dayNumberOf(Date.parse(day))

/** Returns the days from one day to another, negative for an earlier one. Both are yyyy-mm-dd. */
export const daysBetween = (from: string, to: string): number => numberOf(to) - numberOf(from)

/** What decides when an item is due. */
export type DueParts = {
  /** Its own date, yyyy-mm-dd; null without one. */
  readonly own: string | null
  /** The day of the last change of its password, yyyy-mm-dd; null without a password. */
  readonly passwordDay: string | null
  /** The days of the rule for its place: the nearest folder's, else the chest's; null without one. */
  readonly ruleDays: number | null
}

/**
 * Returns the day before which an item is to be renewed, yyyy-mm-dd; null if there is none. Its own date wins over the
 * rule, which counts from the last change of the password.
 */
export function dueDayOf({ own, passwordDay, ruleDays }: DueParts): string | null {
  if (own !== null) return own
  return passwordDay === null || ruleDays === null ? null : dayAfter(passwordDay, ruleDays)
}

/** How an item to be renewed is shown: its date is past, or will be within the notice. */
export type DueState = 'past' | 'soon'

/** Returns how an item is shown; null if it is not to be renewed yet. @param today yyyy-mm-dd */
export function dueStateOf(due: string | null, today: string): DueState | null {
  if (due === null || due > dayAfter(today, dueNoticeDays)) return null
  return due < today ? 'past' : 'soon'
}

/**
 * Whether a reminder of an item is due: at the beginning of the notice, on its date, and each week after it. A day on
 * which no reminder could be sent is made up for.
 * @param since the day of the last reminder, whose occasions do not count again; null: none was sent
 */
export function isReminderDue(due: string, today: string, since: string | null): boolean {
  const [at, now] = [numberOf(due), numberOf(today)]
  if (now < at - dueNoticeDays) return false
  const last = now < at ? at - dueNoticeDays : now - ((now - at) % reminderDays)
  return since === null || last > numberOf(since)
}
