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
import { authTexts } from '#texts/identity/sign-in.ts'
import { ApiError, isCode, sentenceOf } from '#web/platform/api/errors.ts'
import { clearStoredOf, readStored } from '#web/platform/api/storage.ts'
import { usePageTitle } from '#web/platform/shell/usePageTitle.ts'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { AuthFrame } from '#web/platform/shell/AuthFrame.tsx'
import { blockOf, type Block } from './BlockNotice.tsx'
import { LoginForm } from './LoginForm.tsx'
import { storedLinkingCode } from './linkingCode.ts'
import type { Explained, Notice } from './notices.ts'
import { fetchOffersOrRedirect, useOffers, type Offering } from './offers.ts'
import { stepOf, type SignInStep } from './signInStep.ts'

const loadSecondFactor = () => import('./SecondFactor.tsx')
const SecondFactor = lazy(() => loadSecondFactor().then((module) => ({ default: module.SecondFactor })))
/** Loaded on demand: few visits need a long notice. */
const SignInNotice = lazy(() =>
  import('./SignInNotice.tsx').then((module) => ({ default: module.SignInNotice })),
)

/** Loaded on demand: only for a locked session. */
const Reopening = lazy(() => import('./Reopening.tsx').then((module) => ({ default: module.Reopening })))

export type SignInPageProps = {
  notice: Notice | null
  /** What this host offers. The page waits for it, up to a time limit, so that nothing shifts. */
  offers: Promise<Offering>
  /** A pending sign-in, from the address or from before a reload. */
  begun: SignInStep | null
  /** The login of the page that is hidden behind. */
  login?: string | undefined
}

/** /auth: the login form, then the second factor once a first step's token is stored. */
export function SignInPage({ notice, begun, ...props }: SignInPageProps): ReactNode {
  const toasts = useToasts()
  const { offers, keepsPlace } = useOffers(props.offers)
  const [step, setStep] = useState(begun)
  const [login, setLogin] = useState(() => props.login ?? readStored('login') ?? '')
  const [chosenDist, setChosenDist] = useState<boolean | null>(null)
  // Only of a reply in time, so that nobody loses what they are typing.
  const [locked, setLocked] = useState(offers.locked)
  const [explained, setExplained] = useState(() => notice?.explained ?? linkingNotice())
  const [block, setBlock] = useState<Block | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)

  const said = useRef<Notice | null>(null)
  useEffect(() => {
    if (notice === null || said.current === notice) return
    said.current = notice
    toasts[notice.kind](notice.text)
  }, [notice, toasts])

  // Preloaded while the user types the password.
  useEffect(() => void loadSecondFactor().catch(() => undefined), [])

  const goBack = useCallback(
    (error?: unknown, isEnrolling = false) => {
      if (step !== null) clearStoredOf(step.jwt)
      setBlock(blockOf(error, login))
      setRefusal(
        isCode(error, 'SIGN_IN_FAILED')
          ? isEnrolling
            ? authTexts.enrolmentFailed
            : authTexts.factorFailed
          : null,
      )
      setStep(null)
      if (error === undefined) return
      const isWrong = error instanceof ApiError && error.status === 401 && error.code !== 'STEP_OVER'
      toasts.error(isWrong ? authTexts.failed : sentenceOf(error))
      // The sign-in may have completed in another tab.
      if (isCode(error, 'STEP_OVER')) void fetchOffersOrRedirect()
    },
    [step, login, toasts],
  )

  usePageTitle(step === null ? authTexts.pageTitle : authTexts.secondFactorTitle)
  return (
    <Suspense fallback={<Loading />}>
      {step === null && locked !== null ? (
        <Reopening
          {...locked}
          onOver={(left) => {
            setLogin(left.login)
            setBlock(left.block)
            setLocked(null)
          }}
        />
      ) : step === null ? (
        <LoginForm
          offers={offers}
          login={login}
          keepsPlace={keepsPlace}
          isDist={chosenDist ?? offers.distDefault}
          onDist={setChosenDist}
          block={block}
          refusal={refusal}
          notice={explained && <SignInNotice {...explained} />}
          onStep={({ jwt, login: typed }) => {
            setLogin(typed)
            setExplained(null)
            // The form stays until the next screen is known: one change, not two.
            startTransition(() => setStep(stepOf(jwt, true)))
          }}
        />
      ) : (
        <SecondFactor step={step} onBack={goBack} />
      )}
    </Suspense>
  )
}

/** Returns the notice of a linking code that a reload shows again. */
function linkingNotice(): Explained | null {
  const code = storedLinkingCode()
  return code === null ? null : { about: 'sso_unknown', code }
}

function Loading(): ReactNode {
  return (
    <AuthFrame title={authTexts.secondFactorTitle}>
      <p role="status">{authTexts.loading}</p>
    </AuthFrame>
  )
}
