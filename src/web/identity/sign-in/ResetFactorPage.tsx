import { useState, type ReactNode } from 'react'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { resets } from '#contract/identity/resets.ts'
import { secondFactorTexts } from '#texts/identity/second-factor.ts'
import { call } from '#web/platform/api/client.ts'
import { ApiError, isCode, sentenceOf } from '#web/platform/api/errors.ts'
import { removeStored } from '#web/platform/api/storage.ts'
import { usePageTitle } from '#web/platform/shell/usePageTitle.ts'
import { Button, ButtonLink } from '#web/platform/ui/Button.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { AuthFrame } from '#web/platform/shell/AuthFrame.tsx'
import type { MailedLink } from './mailedLink.ts'
import styles from './SecondFactor.module.css'

const texts = secondFactorTexts.resetPage
type State =
  | 'asked'
  | 'sending'
  | 'over'
  | Exclude<ReplyOf<typeof resets.confirmSecondFactor>['state'], 'done'>

/** The screens shown once the request is answered, or cannot be. */
const ends = {
  waiting: { title: texts.waitingTitle, intro: texts.waiting, detail: texts.waitingDetail },
  alone: { title: texts.aloneTitle, intro: texts.alone, detail: texts.aloneDetail },
  over: { title: texts.overTitle, intro: texts.over, detail: texts.overDetail },
} as const

/** /auth/second-factor: the page of a mailed link, which resets the second factor once confirmed here. */
export function ResetFactorPage({ link }: { link: MailedLink }): ReactNode {
  const toasts = useToasts()
  const [state, setState] = useState<State>('asked')
  usePageTitle(texts.pageTitle)

  const confirm = async (token: string) => {
    setState('sending')
    try {
      const { state: outcome, redirect } = await call(resets.confirmSecondFactor, { body: { token } })
      if (outcome !== 'done' || redirect === null) return setState(outcome === 'alone' ? 'alone' : 'waiting')
      // The pending sign-in has ended with the second factor that it required.
      removeStored('jwt')
      window.location.replace(redirect)
    } catch (error) {
      const isOver = isCode(error, 'RESET_LINK_WRONG')
      setState(isOver ? 'over' : 'asked')
      const isTelling = error instanceof ApiError && (error.status === 0 || error.status === 429)
      toasts.error(isTelling ? sentenceOf(error) : texts.failed)
    }
  }
  const back = (
    <ButtonLink href="/auth" look="quiet">
      {secondFactorTexts.back}
    </ButtonLink>
  )
  if (state === 'waiting' || state === 'alone' || state === 'over') {
    const { title, intro, detail } = ends[state]
    return (
      <AuthFrame title={title} intro={intro}>
        <div className={styles.screen}>
          <p className={styles.quiet}>{detail}</p>
          {back}
        </div>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={texts.title} intro={texts.intro}>
      <div className={styles.screen}>
        {link.login !== '' && (
          <p className={styles.login}>
            {texts.loginIs} <strong>{link.login}</strong>
          </p>
        )}
        <p className={styles.quiet}>{texts.next}</p>
        <Button
          look="primary"
          isWide
          isPending={state === 'sending'}
          autoFocus
          onPress={() => void confirm(link.token)}
        >
          {texts.submit}
        </Button>
        {back}
      </div>
    </AuthFrame>
  )
}
