import { useEffect, useRef, type ReactNode } from 'react'
import { sso } from '#contract/sso.ts'
import { authTexts } from '#texts/auth.ts'
import { call } from '#web/api/client.ts'
import { AuthFrame } from './AuthFrame.tsx'
import type { FactorScreenProps } from './factorScreens.tsx'

/** The provider of the single sign-on has judged the second factor: nothing is asked, the session opens. */
export function ProvenFactor({ jwt, factor }: FactorScreenProps): ReactNode {
  const { give } = factor
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    void give(() => call(sso.complete, { body: { jwt, source: 'web' } }))
  }, [jwt, give])
  return (
    <AuthFrame title={authTexts.title}>
      <p role="status">{authTexts.loading}</p>
    </AuthFrame>
  )
}
