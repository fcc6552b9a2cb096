import type { ReactNode } from 'react'
import type { Factors } from './signInStep.ts'
import type { FactorSubmission } from './useFactor.ts'
import type { MailCode } from './useMailCode.ts'

/** The props of every screen of the second factor. */
export type FactorScreenProps = {
  jwt: string
  factors: Factors
  factor: FactorSubmission
  mail: MailCode
  /** Whether the user has just opened it, so that it starts without a press. */
  startsAtOnce: boolean
  onBack: (error?: unknown) => void
  /** Opens the page that resets the second factor. */
  onLost: () => void
  /** Returns to the preferred method. */
  onReturn: () => void
  /** The other methods, and the way back. */
  links: ReactNode
}
