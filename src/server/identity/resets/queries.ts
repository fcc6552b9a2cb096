/** Second factors that are dropped by the mailbox, and by an administrator's approval. */
export { decideFactorReset, dropSecondFactor, endFactorResets, waitingFactorResets } from './factor-resets.ts'
