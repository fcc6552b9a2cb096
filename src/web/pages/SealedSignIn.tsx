import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { sealedTexts as texts } from '#texts/platform/session-end.ts'
import { hashNotices } from '#web/identity/sign-in/notices.ts'
import { fetchOffersOrRedirect, resumeBy } from '#web/identity/sign-in/offers.ts'
import { SignInPage } from '#web/identity/sign-in/SignInPage.tsx'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import styles from './SealedSignIn.module.css'

export type SealedSignInProps = {
  /** Of the page's user. */
  login: string
  /** Shows the page again. Returns false when another user has signed in. */
  onEnter: () => Promise<boolean>
}

/** The sign-in in front of a page that keeps unsaved input for its user. */
export function SealedSignIn({ login, onEnter }: SealedSignInProps): ReactNode {
  useEffect(() => resumeBy(onEnter), [onEnter])
  const [offers] = useState(fetchOffersOrRedirect)
  return (
    <div className={styles.screen}>
      <div role="status" className={styles.notice}>
        <Banner title={texts.title}>{texts.detail}</Banner>
      </div>
      <Suspense>
        <NoFormerToasts />
        <SignInPage notice={hashNotices['#session-expiree']} offers={offers} begun={null} login={login} />
      </Suspense>
    </div>
  )
}

/** Removes what the hidden page reported, such as the refused call, before the sign-in reports. */
function NoFormerToasts(): null {
  const { clear } = useToasts()
  useEffect(() => clear(), [clear])
  return null
}
