import { lazy, useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { authTexts } from '#texts/auth.ts'
import { clearStored, readStored } from '#web/api/storage.ts'
import { usePageTitle } from '#web/shell/usePageTitle.ts'
import { useToasts } from '#web/ui/Toast.tsx'
import { LoginForm } from './LoginForm.tsx'
import type { Notice } from './notices.ts'

const loadSecondFactor = () => import('./SecondFactor.tsx')
const SecondFactor = lazy(() => loadSecondFactor().then((module) => ({ default: module.SecondFactor })))

/** /auth: the login form, then the second factor once a first step's token is stored. */
export function SignInPage({ notice }: { notice: Notice | null }): ReactNode {
  const toasts = useToasts()
  const [jwt, setJwt] = useState(() => readStored('jwt'))
  const [login, setLogin] = useState(() => readStored('login') ?? '')

  const said = useRef<Notice | null>(null)
  useEffect(() => {
    if (notice === null || said.current === notice) return
    said.current = notice
    toasts[notice.kind](notice.text)
  }, [notice, toasts])

  // Here by the time that somebody has typed a password.
  useEffect(() => void loadSecondFactor(), [])

  const goBack = useCallback(() => {
    clearStored()
    setJwt(null)
  }, [])

  usePageTitle(jwt === null ? authTexts.pageTitle : authTexts.secondFactor.pageTitle)
  return jwt === null ? (
    <LoginForm
      login={login}
      onStep={(step) => {
        setLogin(step.login)
        setJwt(step.jwt)
      }}
    />
  ) : (
    <SecondFactor jwt={jwt} onBack={goBack} />
  )
}
