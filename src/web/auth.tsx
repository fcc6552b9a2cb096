/** Everything outside the session: /auth, /auth/password, /auth/second-factor and /setup. Light on purpose, see vite.config.ts. */
import { lazy, StrictMode, Suspense, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { store } from './api/storage.ts'
import { takeLink } from './sign-in/mailedLink.ts'
import { jwtOf, noticeOf } from './sign-in/notices.ts'
import { SignInPage } from './sign-in/SignInPage.tsx'
import './ui/base.css'
import { UiProvider } from './ui/UiProvider.tsx'

const passwordPath = '/auth/password'
const factorPath = '/auth/second-factor'

/** Seldom asked for, one of them once in the life of an installation: not for everybody who signs in to carry. */
const SetupPage = lazy(() =>
  import('./sign-in/SetupPage.tsx').then((module) => ({ default: module.SetupPage })),
)
const PasswordPage = lazy(() =>
  import('./sign-in/PasswordPage.tsx').then((module) => ({ default: module.PasswordPage })),
)
const ResetFactorPage = lazy(() =>
  import('./sign-in/ResetFactorPage.tsx').then((module) => ({ default: module.ResetFactorPage })),
)

/** Reads the address once, keeps what it brought, and cleans it. */
function pageOfAddress(): ReactNode {
  const { pathname, search, hash } = window.location
  if (pathname.startsWith('/setup')) return <SetupPage token={hash.slice(1)} />
  if (pathname.startsWith(passwordPath)) return <PasswordPage link={takeLink(passwordPath, hash)} />
  if (pathname.startsWith(factorPath)) return <ResetFactorPage link={takeLink(factorPath, hash)} />
  const jwt = jwtOf(search)
  if (jwt !== null) store('jwt', jwt)
  const notice = noticeOf({ search, hash })
  if (search !== '' || hash !== '') window.history.replaceState(null, '', '/auth')
  return <SignInPage notice={notice} isNewStep={jwt !== null} />
}

const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <UiProvider>
        <Suspense>{pageOfAddress()}</Suspense>
      </UiProvider>
    </StrictMode>,
  )
}
