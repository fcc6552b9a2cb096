import { useState, type ReactNode } from 'react'
import { resets } from '#contract/identity/resets.ts'
import { secondFactorTexts } from '#texts/identity/second-factor.ts'
import { call } from '#web/platform/api/client.ts'
import { ApiError, isCode, sentenceOf } from '#web/platform/api/errors.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { AuthFrame } from '#web/platform/shell/AuthFrame.tsx'
import type { FactorScreenProps } from './factorScreenProps.ts'
import styles from './SecondFactor.module.css'
import { keepFocus, useJustShown } from './unhurried.ts'
import { endsStep } from './useFactor.ts'

const texts = secondFactorTexts.lostPage

/** Explains what a reset of the second factor does, then requests the mail with its link. */
export function LostFactor({ jwt, onBack, onReturn }: FactorScreenProps): ReactNode {
  const toasts = useToasts()
  const [state, setState] = useState<'asked' | 'sending' | 'sent'>('asked')

  const isHurried = useJustShown()
  const send = async () => {
    if (isHurried()) return
    setState('sending')
    try {
      await call(resets.requestSecondFactor, { body: { jwt } })
      toasts.success(texts.done)
      setState('sent')
    } catch (error) {
      if (endsStep(error)) return onBack(error)
      toasts.error(sentenceOfFailure(error))
      setState('asked')
    }
  }
  if (state === 'sent') {
    return (
      <AuthFrame title={texts.sentTitle} intro={texts.sent}>
        <div className={styles.screen}>
          <p className={styles.quiet}>{texts.sentDetail}</p>
          <Button isWide autoFocus onPress={() => onBack()}>
            {secondFactorTexts.back}
          </Button>
        </div>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={texts.title} intro={texts.intro}>
      <div className={`${styles.screen} ${styles.asking}`} onMouseDown={keepFocus}>
        <p className={styles.quiet}>{texts.detail}</p>
        <Button look="primary" isWide isPending={state === 'sending'} autoFocus onPress={() => void send()}>
          {texts.submit}
        </Button>
        <Button isWide onPress={onReturn}>
          {texts.cancel}
        </Button>
      </div>
    </AuthFrame>
  )
}

function sentenceOfFailure(error: unknown): string {
  if (isCode(error, 'MAIL_WAS_NOT_SEND')) return secondFactorTexts.mail.sendFailed
  const isTelling = error instanceof ApiError && (error.status === 0 || error.status === 429)
  return isTelling ? sentenceOf(error) : secondFactorTexts.resetPage.failed
}
