import type { ReactNode } from 'react'
import { uiTexts } from '#texts/platform/ui.ts'
import styles from './SkipLink.module.css'

/** The first tab stop of a page: a link to its content (an element with this id and tabIndex -1). */
export function SkipLink({ to }: { to: string }): ReactNode {
  return (
    <a
      className={styles.link}
      href={`#${to}`}
      onClick={(event) => {
        event.preventDefault()
        document.getElementById(to)?.focus()
      }}
    >
      {uiTexts.skipToContent}
    </a>
  )
}
