import {
  lazy,
  startTransition,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { authTexts } from '#texts/identity/auth.ts'
import { ApiError, isCode, sentenceOf } from '#web/platform/api/errors.ts'
import { clearStoredOf, readStored } from '#web/platform/api/storage.ts'
import { usePageTitle } from '#web/platform/shell/usePageTitle.ts'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { AuthFrame } from '#web/platform/shell/AuthFrame.tsx'
import { blockOf, type Block } from './BlockNotice.tsx'
import { LoginForm } from './LoginForm.tsx'
import { keptLinkingCode } from './linkingCode.ts'
import type { Explained, Notice } from './notices.ts'
import { askOffersOrEnter, useOffers, type Offering } from './offers.ts'
import { stepOf, type SignInStep } from './signInStep.ts'

const loadSecondFactor = () => import('./SecondFactor.tsx')
const SecondFactor = lazy(() => loadSecondFactor().then((module) => ({ default: module.SecondFactor })))
/** Few come with something to be told at length. */
const SignInNotice = lazy(() =>
  import('./SignInNotice.tsx').then((module) => ({ default: module.SignInNotice })),
)

export type SignInPageProps = {
  notice: Notice | null
  /** What this host offers; nothing is shown before it is known or late, so that nothing moves. */
  offers: Promise<Offering>
  /** A sign-in half done: the address has just brought it, or the page is loaded anew. */
  begun: SignInStep | null
}

/** /auth: the login form, then the second factor once a first step's token is stored. */
export function SignInPage({ notice, begun, ...props }: SignInPageProps): ReactNode {
  const toasts = useToasts()
  const { offers, keepsPlace } = useOffers(props.offers)
  const [step, setStep] = useState(begun)
  const [login, setLogin] = useState(() => readStored('login') ?? '')
  const [chosenDist, setChosenDist] = useState<boolean | null>(null)
  const [explained, setExplained] = useState(() => notice?.explained ?? linkingNotice())
  const [block, setBlock] = useState<Block | null>(null)

  const said = useRef<Notice | null>(null)
  useEffect(() => {
    if (notice === null || said.current === notice) return
    said.current = notice
    toasts[notice.kind](notice.text)
  }, [notice, toasts])

  // Here by the time that somebody has typed a password.
  useEffect(() => void loadSecondFactor().catch(() => undefined), [])

  const goBack = useCallback(
    (error?: unknown) => {
      if (step !== null) clearStoredOf(step.jwt)
      setBlock(blockOf(error, login))
      setStep(null)
      if (error === undefined) return
      const isWrong = error instanceof ApiError && error.status === 401 && error.code !== 'STEP_OVER'
      toasts.error(isWrong ? authTexts.failed : sentenceOf(error))
      // Perhaps the other tab is in by now, and this one with it.
      if (isCode(error, 'STEP_OVER')) void askOffersOrEnter()
    },
    [step, login, toasts],
  )

  // Brought back from the history as it was left: who is in by now is led on.
  useEffect(() => {
    const hide = () => document.documentElement.toggleAttribute('hidden', true)
    const show = ({ persisted }: PageTransitionEvent) => persisted && window.location.reload()
    window.addEventListener('pagehide', hide)
    window.addEventListener('pageshow', show)
    return () => {
      window.removeEventListener('pagehide', hide)
      window.removeEventListener('pageshow', show)
    }
  }, [])

  usePageTitle(step === null ? authTexts.pageTitle : authTexts.secondFactorTitle)
  return (
    <Suspense fallback={<Loading />}>
      {step === null ? (
        <LoginForm
          offers={offers}
          login={login}
          keepsPlace={keepsPlace}
          isDist={chosenDist ?? offers.distDefault}
          onDist={setChosenDist}
          block={block}
          notice={explained && <SignInNotice {...explained} />}
          onStep={({ jwt, login: typed }) => {
            setLogin(typed)
            setExplained(null)
            // The form stays until what follows is known: one change of screen, not two.
            startTransition(() => setStep(stepOf(jwt, true)))
          }}
        />
      ) : (
        <SecondFactor step={step} onBack={goBack} />
      )}
    </Suspense>
  )
}

/** What a reload of the page shows again. */
function linkingNotice(): Explained | null {
  const code = keptLinkingCode()
  return code === null ? null : { about: 'sso_unknown', code }
}

function Loading(): ReactNode {
  return (
    <AuthFrame title={authTexts.secondFactorTitle}>
      <p role="status">{authTexts.loading}</p>
    </AuthFrame>
  )
}
