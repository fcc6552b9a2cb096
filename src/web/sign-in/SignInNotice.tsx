import { useEffect, useId, useRef, type ReactNode } from 'react'
import { signInNoticeTexts as texts } from '#texts/sign-in-notices.ts'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import type { Explained } from './notices.ts'
import styles from './SignInNotice.module.css'

/** Above the login form: what happened, and what to do about it. */
export function SignInNotice({ about, code }: Explained): ReactNode {
  if (about === 'sso_unknown') return <LinkingCode code={code} />
  const tone = about === 'send_reset_mail_success' ? 'info' : 'attention'
  return (
    <div className={styles.notice}>
      <Banner tone={tone} title={texts[about].title} isLive>
        {texts[about].detail}
      </Banner>
    </div>
  )
}

/** The code by which an administrator links the identity of who comes for the first time. It is read before anything else. */
function LinkingCode({ code }: { code: string | null }): ReactNode {
  const { title, detail, code: label, copy, copied, after, lost } = texts.sso_unknown
  const frame = useRef<HTMLElement>(null)
  const id = useId()
  useEffect(() => frame.current?.focus(), [])
  return (
    <section ref={frame} tabIndex={-1} className={styles.notice} aria-label={title} aria-describedby={id}>
      <Banner tone="attention" title={title}>
        <div id={id} className={styles.text}>
          {code === null ? (
            <p>{lost}</p>
          ) : (
            <>
              <p>{detail}</p>
              <p className={styles.code}>
                <code aria-label={label} translate="no">
                  {code}
                </code>
                <CopyButton label={copy} source={code} done={copied} />
              </p>
              <p className={styles.quiet}>{after}</p>
            </>
          )}
        </div>
      </Banner>
    </section>
  )
}
