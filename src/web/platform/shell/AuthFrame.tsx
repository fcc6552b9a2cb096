import { lazy, Suspense, type ReactNode } from 'react'
import { Mark } from './Mark.tsx'
import { productTexts } from '#texts/platform/ui.ts'
import { SkipLink } from '#web/platform/ui/SkipLink.tsx'
import { cx } from '#web/platform/ui/given.ts'
import styles from './AuthFrame.module.css'

/** Loaded separately: signing in does not need them. */
const DocumentLinks = lazy(() =>
  import('./DocumentLinks.tsx').then(
    (module) => ({ default: module.DocumentLinks }),
    () => ({ default: () => null }),
  ),
)

export type AuthFrameProps = {
  title: string
  intro?: string | undefined
  /** For a form with fields side by side. */
  isWide?: boolean | undefined
  children: ReactNode
}

/** The frame of every screen outside the session: one centred card. */
export function AuthFrame({ title, intro, isWide = false, children }: AuthFrameProps): ReactNode {
  return (
    <div className={styles.page}>
      <SkipLink to="contenu" />
      <header className={styles.brand}>
        <Mark size="large" />
        <p className={styles.name}>{productTexts.product}</p>
        <p className={styles.tagline}>{productTexts.tagline}</p>
      </header>
      <main id="contenu" tabIndex={-1} className={cx(styles.card, isWide && styles.wide)}>
        <h1 className={styles.title}>{title}</h1>
        {intro !== undefined && <p className={styles.intro}>{intro}</p>}
        {children}
      </main>
      <footer className={styles.footer} aria-label={productTexts.footer}>
        <Suspense>
          <DocumentLinks />
        </Suspense>
      </footer>
    </div>
  )
}
