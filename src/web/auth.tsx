/** Everything outside the session: /auth and /setup. Light on purpose, see vite.config.ts. */
import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { store } from './api/storage.ts'
import { jwtOf, noticeOf } from './sign-in/notices.ts'
import { SetupPage } from './sign-in/SetupPage.tsx'
import { SignInPage } from './sign-in/SignInPage.tsx'
import './ui/base.css'
import { UiProvider } from './ui/UiProvider.tsx'

/** Reads the address once, keeps what it brought, and cleans it. */
function pageOfAddress(): ReactNode {
  const { pathname, search, hash } = window.location
  if (pathname.startsWith('/setup')) return <SetupPage token={hash.slice(1)} />
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
      <UiProvider>{pageOfAddress()}</UiProvider>
    </StrictMode>,
  )
}
