import { useEffect, useId, useRef, type ReactNode } from 'react'
import { signInNoticeTexts as texts } from '#texts/identity/sso.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { CopyButton } from '#web/platform/ui/CopyButton.tsx'
import type { Explained } from './notices.ts'
import styles from './SignInNotice.module.css'

/**
 * A notice above the login form: what happened, and what to do. It gets the focus, so that it is read first.
 */
export function SignInNotice({ about, code }: Explained): ReactNode {
  const { title, detail } = texts[about]
  const frame = useRef<HTMLElement>(null)
  const id = useId()
  useEffect(() => frame.current?.focus(), [])
  return (
    <section ref={frame} tabIndex={-1} className={styles.notice} aria-label={title} aria-describedby={id}>
      <Banner tone={about === 'send_reset_mail_success' ? 'info' : 'attention'} title={title}>
        <div id={id} className={styles.text}>
          {about === 'sso_unknown' ? <LinkingCode code={code} /> : <p>{detail}</p>}
        </div>
      </Banner>
    </section>
  )
}

/** The code with which an administrator links the identity of a person's first single sign-on. */
function LinkingCode({ code }: { code: string | null }): ReactNode {
  const { detail, copy, copied, after, lost } = texts.sso_unknown
  if (code === null) return <p>{lost}</p>
  return (
    <>
      <p>{detail}</p>
      <p className={styles.code}>
        <code translate="no">{code}</code>
        <CopyButton label={copy} source={code} done={copied} />
      </p>
      <p className={styles.quiet}>{after}</p>
    </>
  )
}
