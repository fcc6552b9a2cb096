import { useEffect, useRef, useState, type ReactNode } from 'react'
import { sso } from '#contract/identity/sso.ts'
import { ssoEntryTexts as texts } from '#texts/identity/sso.ts'
import { call } from '#web/platform/api/client.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { AuthFrame } from '#web/platform/shell/AuthFrame.tsx'
import type { FactorScreenProps } from './factorScreenProps.ts'
import styles from './SecondFactor.module.css'

/** Opens the session without a question: the single sign-on provider has verified the second factor. */
export function ProvenFactor({ jwt, factor, links }: FactorScreenProps): ReactNode {
  const { give, isPending } = factor
  const [tries, setTries] = useState(1)
  const tried = useRef(0)
  const [isAnswered, setAnswered] = useState(false)
  useEffect(() => {
    if (tried.current === tries) return
    tried.current = tries
    setAnswered(false)
    void give(() => call(sso.complete, { body: { jwt, source: 'web' } })).finally(() => setAnswered(true))
  }, [jwt, give, tries])
  // The call failed without a verdict: the token may still be valid.
  const isLost = isAnswered && !isPending
  return (
    <AuthFrame title={texts.title}>
      {isLost ? (
        <div className={styles.screen}>
          <Button look="primary" isWide autoFocus onPress={() => setTries(tries + 1)}>
            {texts.again}
          </Button>
          {links}
        </div>
      ) : (
        <p role="status">{texts.opening}</p>
      )}
    </AuthFrame>
  )
}
