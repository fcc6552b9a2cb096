import type { StrengthLevel } from '#domain/platform/password-strength.ts'

const day = 24 * 60 * 60 * 1000

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
 * value reads; those `of` content are counted in the chests that open.
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
