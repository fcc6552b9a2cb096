/** The steps of the guide for the first super administrator, in order. */
export const firstStartSteps = ['rootKey', 'bank', 'people', 'chest', 'import'] as const
export type FirstStartStep = (typeof firstStartSteps)[number]

/** How each passed step ended. */
export type PassedSteps = Partial<Record<FirstStartStep, 'done' | 'skipped'>>

/** Returns the first step that is not passed; null when the guide is over. */
export const currentStep = (passed: PassedSteps): FirstStartStep | null =>
  firstStartSteps.find((step) => passed[step] === undefined) ?? null
