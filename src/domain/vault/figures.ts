import type { StrengthLevel } from '#domain/platform/password-strength.ts'

const day = 24 * 60 * 60 * 1000

/** The levels of a non-empty password, weakest first. 0 is that of an empty one. */
export const passwordLevels = [1, 2, 3, 4, 5] as const satisfies readonly StrengthLevel[]

/** Why a password should be changed, worst first. */
export const concerns = ['weak', 'reused', 'old'] as const
export type Concern = (typeof concerns)[number]

/** The highest level of strength that counts as weak. */
export const weakLevel = 2

/** The age in milliseconds from which a password counts as old. */
export const oldPasswordMs = 365 * day

/** Returns whether a password set on one day is old on another. Both are days since 1970. */
export const isOldPassword = (setOn: number, today: number): boolean => today - setOn > oldPasswordMs / day

/** The number of worst passwords on the dashboard. */
export const worstPasswords = 5

/** The days covered by the charts and the comparison, today included, and the days stored. */
export const figureDays = { visits: 30, totals: 365, comparison: 30, kept: 400 } as const

/**
 * The indicators of a company, in the order of the page. `concern` is the list that the indicator opens,
 * `unit` the format of its value. Those `of` content cover the chests that the server can unseal.
 */
export const indicators = {
  chests: { unit: 'count', concern: null, of: 'office' },
  guardianChests: { unit: 'count', concern: null, of: 'office' },
  folders: { unit: 'count', concern: null, of: 'content' },
  items: { unit: 'count', concern: null, of: 'content' },
  weakShare: { unit: 'percent', concern: 'weak', of: 'content' },
  reused: { unit: 'count', concern: 'reused', of: 'content' },
  old: { unit: 'count', concern: 'old', of: 'content' },
  activeUsers: { unit: 'count', concern: null, of: 'office' },
  activeIntervenants: { unit: 'count', concern: null, of: 'office' },
  teams: { unit: 'count', concern: null, of: 'office' },
  usersWithoutFactor: { unit: 'count', concern: null, of: 'office' },
  notas: { unit: 'count', concern: null, of: 'office' },
} as const satisfies Record<
  string,
  { unit: 'count' | 'percent'; concern: Concern | null; of: 'content' | 'office' }
>
export type Indicator = keyof typeof indicators
export const indicatorNames = Object.keys(indicators) as Indicator[]
