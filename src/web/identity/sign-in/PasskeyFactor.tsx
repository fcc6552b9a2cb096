import { useCallback, useEffect, useRef, type ReactNode } from 'react'
import { KeyRound } from 'lucide-react'
import { secondFactors } from '#contract/identity/second-factors.ts'
import { secondFactorTexts } from '#texts/identity/second-factor.ts'
import { call } from '#web/platform/api/client.ts'
import { signWithPasskey } from '#web/platform/api/passkey.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { AuthFrame } from '#web/platform/shell/AuthFrame.tsx'
import type { FactorScreenProps } from './factorScreenProps.ts'
import styles from './SecondFactor.module.css'

const texts = secondFactorTexts.passkey

/** A passkey: the browser asks for it when the screen opens, and again at each press. */
export function PasskeyFactor({ jwt, factor, startsAtOnce, links }: FactorScreenProps): ReactNode {
  const toasts = useToasts()
  const { give, isPending } = factor

  const ask = useCallback(
    () =>
      give(async () => {
        const options = await call(secondFactors.askPasskey, { body: { jwt } })
        const response = await signWithPasskey(options).catch(() => null)
        if (response === null) {
          toasts.error(texts.gaveUp)
          return null
        }
        return call(secondFactors.usePasskey, { body: { jwt, response, source: 'web' } })
      }),
    [jwt, give, toasts],
  )
  const isBegun = useRef(false)
  useEffect(() => {
    if (!startsAtOnce || isBegun.current) return
    isBegun.current = true
    void ask()
  }, [startsAtOnce, ask])

  return (
    <AuthFrame title={texts.title} intro={texts.intro}>
      <div className={styles.screen}>
        <Button
          look="primary"
          icon={<KeyRound />}
          isWide
          isPending={isPending}
          autoFocus
          onPress={() => void ask()}
        >
          {texts.submit}
        </Button>
        {links}
      </div>
    </AuthFrame>
  )
}
