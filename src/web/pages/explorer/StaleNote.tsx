import type { ReactNode } from 'react'
import { CloudAlert } from 'lucide-react'
import { explorerTexts } from '#texts/vault/explorer.ts'
import styles from './StaleNote.module.css'

/** Marks a list that stays on screen while the server is away. */
export const StaleNote = ({ loadedAt }: { loadedAt: number }): ReactNode => (
  <p className={styles.note}>
    <CloudAlert aria-hidden="true" />
    {explorerTexts.loadedAt(loadedAt)}
  </p>
)
