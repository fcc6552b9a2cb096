import type { ReactNode } from 'react'
import type { Factors } from './signInStep.ts'
import type { Giving } from './useFactor.ts'
import type { MailCode } from './useMailCode.ts'

/** What every screen of the second factor is given. */
export type FactorScreenProps = {
  jwt: string
  factors: Factors
  factor: Giving
  mail: MailCode
  /** Somebody has just come to it: what it asks for needs no further press. */
  startsAtOnce: boolean
  onBack: (error?: unknown) => void
  /** To the link that drops the second factor. */
  onLost: () => void
  /** To the way that is offered first. */
  onReturn: () => void
  /** The other ways, and the way back. */
  links: ReactNode
}
