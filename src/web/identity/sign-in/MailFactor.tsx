import { useEffect, useRef, type ReactNode, useState } from 'react'
import { mailCodes } from '#contract/identity/mail-codes.ts'
import { secondFactorTexts } from '#texts/identity/second-factor.ts'
import { call } from '#web/platform/api/client.ts'
import { oneTimeCode } from '#web/platform/shell/checks.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { CodeField } from '#web/platform/ui/CodeField.tsx'
import { useForm } from '#web/platform/ui/useForm.ts'
import { AuthForm } from './AuthForm.tsx'
import type { FactorScreenProps } from './factorScreenProps.ts'
import styles from './SecondFactor.module.css'
import type { MailCode } from './useMailCode.ts'

const texts = secondFactorTexts.mail
const checks = { token: oneTimeCode }

/** The code by mail, sent when the screen opens and again after half a minute. */
export function MailFactor({ factors, factor, mail, startsAtOnce, links }: FactorScreenProps): ReactNode {
  const form = useForm({ token: '' }, checks)
  const field = useRef<HTMLInputElement>(null)
  const { jwt, isAsked, send } = mail

  const isBegun = useRef(false)
  useEffect(() => {
    if (!startsAtOnce || isAsked || isBegun.current) return
    isBegun.current = true
    void send(false)
  }, [startsAtOnce, isAsked, send])

  const resend = async () => {
    // The button is about to be disabled and would lose the focus; the next code replaces the typed one.
    field.current?.select()
    await send(true)
  }
  return (
    <AuthForm
      title={texts.title}
      form={form}
      submitLabel={secondFactorTexts.submit}
      isPending={factor.isPending}
      onSubmit={({ token }) =>
        factor.give(() => call(mailCodes.verify, { body: { jwt, token, source: 'web' } }))
      }
      after={
        <>
          <ResendButton key={mail.again} mail={mail} onPress={() => void resend()} />
          {links}
        </>
      }
    >
      <p role="status" className={styles.mailed}>
        {texts[mail.state]}
      </p>
      {!factors.qrScanned && <p className={styles.quiet}>{texts.enrols}</p>}
      <CodeField {...form.field('token')} label={secondFactorTexts.token} inputRef={field} autoFocus />
    </AuthForm>
  )
}

function ResendButton({ mail, onPress }: { mail: MailCode; onPress: () => void }): ReactNode {
  const seconds = useSecondsUntil(mail.again)
  return (
    <Button
      look="plain"
      isWide
      isPending={mail.state === 'sending'}
      isDisabled={seconds > 0}
      onPress={onPress}
    >
      {seconds > 0 ? texts.resendIn(seconds) : texts.resend}
    </Button>
  )
}

const left = (moment: number): number => Math.max(0, Math.ceil((moment - Date.now()) / 1000))

/**
 * Returns the seconds until a time, counted down; 0 afterwards. The time must be constant: key the component
 * by it.
 */
function useSecondsUntil(moment: number): number {
  const [seconds, setSeconds] = useState(() => left(moment))
  const isOver = seconds === 0
  useEffect(() => {
    if (isOver) return undefined
    const timer = setInterval(() => setSeconds(left(moment)), 1000)
    return () => clearInterval(timer)
  }, [moment, isOver])
  return seconds
}
