import {
  startTransition,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
  lazy,
  type ComponentType,
} from 'react'
import { secondFactorTexts } from '#texts/identity/second-factor.ts'
import { knowsPasskeys } from '#web/platform/api/passkey.ts'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { FactorLinks } from './FactorLinks.tsx'
import type { FactorScreen, Factors, SignInStep, FactorMethod } from './signInStep.ts'
import { preferredScreen } from './lastFactor.ts'
import { useFactor } from './useFactor.ts'
import { useMailCode } from './useMailCode.ts'
import { AuthenticatorFactor } from './AuthenticatorFactor.tsx'
import type { FactorScreenProps } from './factorScreenProps.ts'

export type SecondFactorProps = {
  step: SignInStep
  /** Returns to the login form, with the error if there was one, and whether an authenticator was being enrolled. */
  onBack: (error?: unknown, isEnrolling?: boolean) => void
}

/** The step after the password: the second factor, with any method of the account. */
export function SecondFactor({ step, onBack }: SecondFactorProps): ReactNode {
  const answer = use(step.answer)
  useEffect(() => {
    if ('error' in answer) onBack(answer.error)
  }, [answer, onBack])
  return 'error' in answer ? null : <Factor step={step} factors={answer.factors} onBack={onBack} />
}

function Factor({ step, factors, ...props }: SecondFactorProps & { factors: Factors }): ReactNode {
  const methods = useMemo(
    () => factors.methods.filter((method) => method !== 'passkey' || knowsPasskeys()),
    [factors],
  )
  const [screen, setScreen] = useState<FactorScreen>(() => preferredScreen(methods))
  const [isChosen, setChosen] = useState(false)
  const [startsAtOnce, setStarting] = useState(step.isNew)
  const leave = props.onBack
  const isEnrolling = screen === 'totp' && !factors.qrScanned
  const onBack = useCallback((error?: unknown) => leave(error, isEnrolling), [leave, isEnrolling])
  const mail = useMailCode(step.jwt, onBack)
  const factor = useFactor(screen, onBack)
  useEffect(() => preloadScreens(methods), [methods])

  const show = (next: FactorScreen, isAsked: boolean) =>
    startTransition(() => {
      setChosen(true)
      // After a return nothing starts by itself: the user may have lost that very factor.
      setStarting(isAsked)
      setScreen(next)
    })
  const choose = (next: FactorScreen) => show(next, true)
  const Screen = factorScreens[screen]
  return (
    <>
      {/* The focused field does not name the screen that contains it. */}
      <VisuallyHidden>
        <span role="status">{isChosen ? titles[screen] : ''}</span>
      </VisuallyHidden>
      <Screen
        key={screen}
        jwt={mail.jwt}
        factors={factors}
        factor={factor}
        mail={mail}
        startsAtOnce={startsAtOnce}
        onBack={onBack}
        onLost={() => choose('lost')}
        onReturn={() => show(preferredScreen(methods), false)}
        links={
          <FactorLinks
            screen={screen}
            methods={methods}
            isEnrolling={!factors.qrScanned}
            onChoose={choose}
            onBack={() => onBack()}
          />
        }
      />
    </>
  )
}

const titles: Record<FactorScreen, string> = {
  totp: secondFactorTexts.authenticator.title,
  mail: secondFactorTexts.mail.title,
  passkey: secondFactorTexts.passkey.title,
  recovery: secondFactorTexts.recovery.title,
  sso: secondFactorTexts.authenticator.title,
  none: secondFactorTexts.none.title,
  lost: secondFactorTexts.lostPage.title,
}

const rare = {
  mail: () => import('./MailFactor.tsx').then((module) => ({ default: module.MailFactor })),
  passkey: () => import('./PasskeyFactor.tsx').then((module) => ({ default: module.PasskeyFactor })),
  recovery: () => import('./RecoveryFactor.tsx').then((module) => ({ default: module.RecoveryFactor })),
  sso: () => import('./ProvenFactor.tsx').then((module) => ({ default: module.ProvenFactor })),
  none: () => import('./NoFactor.tsx').then((module) => ({ default: module.NoFactor })),
  lost: () => import('./LostFactor.tsx').then((module) => ({ default: module.LostFactor })),
}

/** The screen of each method of giving the second factor. */
const factorScreens: Record<FactorScreen, ComponentType<FactorScreenProps>> = {
  totp: AuthenticatorFactor,
  mail: lazy(rare.mail),
  passkey: lazy(rare.passkey),
  recovery: lazy(rare.recovery),
  sso: lazy(rare.sso),
  none: lazy(rare.none),
  lost: lazy(rare.lost),
}

/** Preloads the screens that the user may choose, so that a press shows them immediately. */
function preloadScreens(methods: readonly FactorMethod[]): void {
  for (const method of [...methods, 'lost'] as const) if (method !== 'totp') void rare[method]()
}
