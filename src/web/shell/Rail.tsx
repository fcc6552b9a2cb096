import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { Archive } from 'lucide-react'
import { chestTexts } from '#texts/chests.ts'
import { shellTexts } from '#texts/shell.ts'
import styles from './Rail.module.css'

/** The back-office pages; the bar's toggle shows it to those whose role opens them. */
export function Rail(): ReactNode {
  return (
    <nav aria-label={shellTexts.backOffice} className={styles.rail}>
      <p className={styles.title}>{shellTexts.backOffice}</p>
      <Link to="/routes/chest" replace className={styles.link ?? ''} activeProps={{ 'aria-current': 'page' }}>
        <Archive aria-hidden="true" />
        {chestTexts.managerTitle}
      </Link>
    </nav>
  )
}
