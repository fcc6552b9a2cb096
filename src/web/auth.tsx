/** Everything outside the session: /auth, /auth/password and /setup. Light on purpose, see vite.config.ts. */
import { lazy, StrictMode, Suspense, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { store } from './api/storage.ts'
import { jwtOf, noticeOf } from './sign-in/notices.ts'
import { SignInPage } from './sign-in/SignInPage.tsx'
import './ui/base.css'
import { UiProvider } from './ui/UiProvider.tsx'

const passwordPath = '/auth/password'

/** Seldom asked for, one of them once in the life of an installation: not for everybody who signs in to carry. */
const SetupPage = lazy(() =>
  import('./sign-in/SetupPage.tsx').then((module) => ({ default: module.SetupPage })),
)
const PasswordPage = lazy(() =>
  import('./sign-in/PasswordPage.tsx').then((module) => ({ default: module.PasswordPage })),
)

/** Takes the token of a link out of the address, where a glance or the history would find it. */
function passwordPage(hash: string): ReactNode {
  const given = new URLSearchParams(hash.slice(1))
  const token = given.get('token')
  if (hash !== '') window.history.replaceState(null, '', passwordPath)
  // Another link pasted into the same tab changes the fragment alone.
  window.addEventListener('hashchange', () => window.location.reload())
  return <PasswordPage link={token === null ? null : { token, login: given.get('login') ?? '' }} />
}

/** Reads the address once, keeps what it brought, and cleans it. */
function pageOfAddress(): ReactNode {
  const { pathname, search, hash } = window.location
  if (pathname.startsWith('/setup')) return <SetupPage token={hash.slice(1)} />
  if (pathname.startsWith(passwordPath)) return passwordPage(hash)
  const jwt = jwtOf(search)
  if (jwt !== null) store('jwt', jwt)
  const notice = noticeOf({ search, hash })
  if (search !== '' || hash !== '') window.history.replaceState(null, '', '/auth')
  return <SignInPage notice={notice} />
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
