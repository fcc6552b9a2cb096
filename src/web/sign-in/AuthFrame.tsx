import type { ReactNode } from 'react'
import { Mark } from '#web/shell/Mark.tsx'
import { shellTexts } from '#texts/shell.ts'
import { cx } from '#web/ui/given.ts'
import styles from './AuthFrame.module.css'

/** One card in the middle of a calm page: what every screen outside the session stands in. */
export function AuthFrame({
  title,
  intro,
  isWide = false,
  children,
}: {
  title: string
  intro?: string
  /** For a form with fields side by side. */
  isWide?: boolean
  children: ReactNode
}): ReactNode {
  return (
    <div className={styles.page}>
      <header className={styles.brand}>
        <Mark size="large" />
        <p className={styles.name}>{shellTexts.product}</p>
        <p className={styles.tagline}>{shellTexts.tagline}</p>
      </header>
      <main className={cx(styles.card, isWide && styles.wide)}>
        <h1 className={styles.title}>{title}</h1>
        {intro !== undefined && <p className={styles.intro}>{intro}</p>}
        {children}
      </main>
    </div>
  )
}
