import { useCallback, useEffect, useRef, useState } from 'react'
import { mailCodes } from '#contract/identity/mail-codes.ts'
import { signInLimits } from '#domain/platform/limits.ts'
import { secondFactorTexts } from '#texts/identity/second-factor.ts'
import { call } from '#web/platform/api/client.ts'
import { ApiError, isCode, sentenceOf } from '#web/platform/api/errors.ts'
import { store } from '#web/platform/api/storage.ts'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { endsStep } from './useFactor.ts'

const texts = secondFactorTexts.mail

/** `asked`: perhaps before the page was loaded. */
export type MailState = 'asked' | 'sending' | 'sent' | 'failed' | 'tooSoon'

export type MailCode = {
  /** The token to continue with: each code has a new one. */
  jwt: string
  state: MailState
  /** Whether this page has sent one, or tried to. */
  isAsked: boolean
  /** When another code may be requested, in milliseconds since the epoch. */
  again: number
  /** @param isSaid whether a toast confirms it, besides the screen itself */
  send: (isSaid: boolean) => Promise<void>
}

/** The state of the code by mail of a sign-in, kept while the user looks at other methods. */
export function useMailCode(first: string, onBack: (error: unknown) => void): MailCode {
  const toasts = useToasts()
  const [jwt, setJwt] = useState(first)
  const [{ state, isAsked, again }, setShown] = useState<Pick<MailCode, 'state' | 'isAsked' | 'again'>>({
    state: 'asked',
    isAsked: false,
    again: 0,
  })
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])

  const send = useCallback(
    async (isSaid: boolean) => {
      setShown((before) => ({ ...before, state: 'sending', isAsked: true }))
      const shown = (next: MailState, seconds: number) =>
        setShown({ state: next, isAsked: true, again: Date.now() + seconds * 1000 })
      try {
        const reply = await call(mailCodes.send, { body: { jwt } })
        // The user has meanwhile left this sign-in.
        if (isGone.current) return
        store('jwt', reply.jwt)
        setJwt(reply.jwt)
        shown('sent', reply.resendSeconds)
        if (isSaid) toasts.success(texts.codeSent)
      } catch (error) {
        if (isGone.current) return
        if (endsStep(error)) return onBack(error)
        if (isCode(error, 'TOO_MANY_TRIES')) {
          toasts.error(error.message)
          return shown('tooSoon', error.retryAfterSeconds ?? signInLimits.mailCodeResendMs / 1000)
        }
        const isRefusedMail = isCode(error, 'MAIL_WAS_NOT_SEND')
        toasts.error(error instanceof ApiError && !isRefusedMail ? sentenceOf(error) : texts.sendFailed)
        // The wait runs on the server too, unless the server was not reached.
        shown('failed', isRefusedMail ? signInLimits.mailCodeResendMs / 1000 : 0)
      }
    },
    [jwt, onBack, toasts],
  )

  return { jwt, state, isAsked, again, send }
}
