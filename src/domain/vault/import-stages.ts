/** What is done with the entries of a file that comes in, one after the other. */
export const importStages = ['judging', 'sealing', 'writing'] as const
export type ImportStage = (typeof importStages)[number]
