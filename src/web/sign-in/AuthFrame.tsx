import type { ReactNode } from 'react'
import { Mark } from '#web/shell/Mark.tsx'
import { shellTexts } from '#texts/shell.ts'
import styles from './AuthFrame.module.css'

/** One card in the middle of a calm page: what every screen outside the session stands in. */
export function AuthFrame({
  title,
  intro,
  children,
}: {
  title: string
  intro?: string
  children: ReactNode
}): ReactNode {
  return (
    <div className={styles.page}>
      <header className={styles.brand}>
        <Mark size="large" />
        <p className={styles.name}>{shellTexts.product}</p>
        <p className={styles.tagline}>{shellTexts.tagline}</p>
      </header>
      <main className={styles.card}>
        <h1 className={styles.title}>{title}</h1>
        {intro !== undefined && <p className={styles.intro}>{intro}</p>}
        {children}
      </main>
    </div>
  )
}
