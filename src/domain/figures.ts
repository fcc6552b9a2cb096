import type { StrengthLevel } from './password-strength.ts'

const day = 24 * 60 * 60 * 1000

/** The day of a moment, in UTC days since 1970. */
export const dayNumberOf = (atMs: number): number => Math.floor(atMs / day)

/** A day since 1970 as `YYYY-MM-DD`. */
export const dayOfNumber = (number: number): string => dayOf(number * day)

/** The levels of a password that exists, weakest first; 0 is that of an empty one. */
export const passwordLevels = [1, 2, 3, 4, 5] as const satisfies readonly StrengthLevel[]

/** Why a password should be changed, worst first. */
export const concerns = ['weak', 'reused', 'old'] as const
export type Concern = (typeof concerns)[number]

/** The highest level of strength that counts as weak. */
export const weakLevel = 2

/** How long a password stays before it counts as old, in milliseconds. */
export const oldPasswordMs = 365 * day

/** Whether a password that was set on a day counts as old on another: days since 1970. */
export const isOldPassword = (setOn: number, today: number): boolean => today - setOn > oldPasswordMs / day

/** The worst passwords that the dashboard names. */
export const worstPasswords = 5

/** What the charts and the comparison cover, in days, today being the last one; and how long days are kept. */
export const figureDays = { visits: 30, totals: 365, comparison: 30, kept: 400 } as const

/**
 * The indicators of a company, in the order of the page. `concern` is the list that the indicator opens, `unit` how its
 * value reads.
 */
export const indicators = {
  chests: { unit: 'count', concern: null },
  guardianChests: { unit: 'count', concern: null },
  folders: { unit: 'count', concern: null },
  items: { unit: 'count', concern: null },
  weakShare: { unit: 'percent', concern: 'weak' },
  reused: { unit: 'count', concern: 'reused' },
  old: { unit: 'count', concern: 'old' },
  activeUsers: { unit: 'count', concern: null },
  activeIntervenants: { unit: 'count', concern: null },
  teams: { unit: 'count', concern: null },
  usersWithoutFactor: { unit: 'count', concern: null },
  notas: { unit: 'count', concern: null },
} as const satisfies Record<string, { unit: 'count' | 'percent'; concern: Concern | null }>
export type Indicator = keyof typeof indicators
export const indicatorNames = Object.keys(indicators) as Indicator[]

/** The day of a moment, `YYYY-MM-DD` in UTC, by which visits and figures are counted. */
export const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10)

/** Days up to and including that of a moment, oldest first. */
export const daysUpTo = (atMs: number, count: number): string[] =>
  Array.from({ length: count }, (_, place) => dayOf(atMs - (count - 1 - place) * day))
