/** The stages of an import, in order. */
export const importStages = ['judging', 'sealing', 'attaching', 'writing'] as const
export type ImportStage = (typeof importStages)[number]
