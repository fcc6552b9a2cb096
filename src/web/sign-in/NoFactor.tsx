import type { ReactNode } from 'react'
import { secondFactorTexts } from '#texts/second-factor.ts'
import { AuthFrame } from './AuthFrame.tsx'
import type { FactorScreenProps } from './factorScreens.tsx'

const texts = secondFactorTexts.none

/** The account has a second factor that the settings or its role no longer allow, and no other. */
export function NoFactor({ links }: FactorScreenProps): ReactNode {
  return (
    <AuthFrame title={texts.title} intro={texts.intro}>
      {links}
    </AuthFrame>
  )
}
