/** Everything outside the session: /auth, the pages below it and /setup. Light on purpose, see vite.config.ts. */
import { lazy, StrictMode, Suspense, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { brokenTexts } from '#texts/platform/ui.ts'
import { removeStored, readStored, store } from './platform/api/storage.ts'
import { AuthFrame } from './platform/shell/AuthFrame.tsx'
import { ErrorBoundary } from './platform/shell/ErrorBoundary.tsx'
import { forgetOnLeave } from './platform/shell/forgetOnLeave.ts'
import { removeLinkingCode, hashAfterSsoRedirect, storeLinkingCode } from './identity/sign-in/linkingCode.ts'
import { readMailedLink } from './identity/sign-in/mailedLink.ts'
import { jwtOf, noticeOf } from './identity/sign-in/notices.ts'
import { fetchOffers, fetchOffersOrRedirect } from './identity/sign-in/offers.ts'
import { fetchOffersAfterReturn, isReturn, storeReturn } from './identity/sign-in/returning.ts'
import { SignInPage } from './identity/sign-in/SignInPage.tsx'
import { stepOf } from './identity/sign-in/signInStep.ts'
import './platform/ui/base.css'
import { Button } from './platform/ui/Button.tsx'
import { UiProvider } from './platform/ui/UiProvider.tsx'

const passwordPath = '/auth/password'
const resetPath = '/auth/reset'
const factorPath = '/auth/second-factor'

/** Seldom asked for, one of them once in the life of an installation: not for everybody who signs in to carry. */
const SetupPage = lazy(() =>
  import('./identity/sign-in/SetupPage.tsx').then((module) => ({ default: module.SetupPage })),
)
const PasswordPage = lazy(() =>
  import('./identity/sign-in/PasswordPage.tsx').then((module) => ({ default: module.PasswordPage })),
)
const ResetRequestPage = lazy(() =>
  import('./identity/sign-in/ResetRequestPage.tsx').then((module) => ({ default: module.ResetRequestPage })),
)
const ResetFactorPage = lazy(() =>
  import('./identity/sign-in/ResetFactorPage.tsx').then((module) => ({ default: module.ResetFactorPage })),
)
const IncompleteLinkPage = lazy(() =>
  import('./identity/sign-in/IncompleteLinkPage.tsx').then((module) => ({
    default: module.IncompleteLinkPage,
  })),
)

const ruleOf = (token: string) =>
  import('./identity/sign-in/fetchPasswordRule.ts').then((module) => module.fetchPasswordRule(token))

/** Reads the address once, keeps what it brought, and cleans it. */
function pageOfAddress(): ReactNode {
  const { pathname, search, hash } = window.location
  if (pathname.startsWith('/setup')) return <SetupPage token={hash.slice(1)} />
  if (pathname.startsWith(passwordPath)) {
    const link = readMailedLink(passwordPath, hash)
    if (link === 'incomplete') return <IncompleteLinkPage />
    // Without a link, it is for whom the first step has just sent here.
    if (link !== null || readStored('login') !== null)
      return (
        <PasswordPage
          link={link}
          offers={link?.isInvitation === true ? fetchOffers() : null}
          rule={link && ruleOf(link.token)}
        />
      )
  }
  if (pathname.startsWith(resetPath)) return <ResetRequestPage />
  if (pathname.startsWith(factorPath)) {
    const link = readMailedLink(factorPath, hash)
    return link === null || link === 'incomplete' ? <IncompleteLinkPage /> : <ResetFactorPage link={link} />
  }
  const jwt = jwtOf(search)
  const isBack = isReturn(hash)
  const notice = noticeOf({ search, hash: isBack ? storeReturn(hash) : hashAfterSsoRedirect(hash) })
  if (notice?.explained?.code) storeLinkingCode(notice.explained.code)
  if (jwt !== null) {
    store('jwt', jwt)
    // Whoever comes with it from the single sign-on is linked by now.
    removeLinkingCode()
  }
  // What is told ended a sign-in, and perhaps one that was half done before it.
  if (notice?.explained) removeStored('jwt')
  if (pathname !== '/auth' || search !== '' || hash !== '') window.history.replaceState(null, '', '/auth')
  const stored = readStored('jwt')
  // Something to be told, or a sign-in half done, is shown even to whoever is signed in already.
  const isFormAlone = (notice === null || isBack) && stored === null
  return (
    <SignInPage
      notice={notice}
      offers={isFormAlone ? (isBack ? fetchOffersAfterReturn() : fetchOffersOrRedirect()) : fetchOffers()}
      // Asked for here, once: a page that waits for something is begun anew, and would ask each time.
      begun={stored === null ? null : stepOf(stored, jwt !== null)}
    />
  )
}

/** Instead of a screen whose code cannot be had, above all. */
const BrokenFrame = (): ReactNode => (
  <AuthFrame title={brokenTexts.title} intro={brokenTexts.detail}>
    <Button look="primary" onPress={() => window.location.reload()}>
      {brokenTexts.reload}
    </Button>
  </AuthFrame>
)

const root = document.getElementById('root')
if (root !== null) {
  const page = createRoot(root)
  forgetOnLeave(page)
  page.render(
    <StrictMode>
      <UiProvider>
        <ErrorBoundary instead={<BrokenFrame />}>
          <Suspense>{pageOfAddress()}</Suspense>
        </ErrorBoundary>
      </UiProvider>
    </StrictMode>,
  )
}
