/** Why the entry of an account is of no use: the directory no longer has it, or has it disabled. */
export const absenceReasons = ['gone', 'disabled'] as const

export type AbsenceReason = (typeof absenceReasons)[number]

/** Returns a stored reason; any other text counts as the graver one. */
export const absenceReasonOf = (text: string): AbsenceReason =>
  absenceReasons.find((reason) => reason === text) ?? 'gone'

const day = 24 * 3_600_000

/**
 * `listedAfterMs`: when an absent account is offered for deactivation. `listed`: accounts in one reply. `fewestDays`,
 * `mostDays`: the days after which a setting has them deactivated.
 */
export const absenceLimits = {
  listedAfterMs: 30 * day,
  listed: 200,
  fewestDays: 30,
  mostDays: 3_650,
} as const
