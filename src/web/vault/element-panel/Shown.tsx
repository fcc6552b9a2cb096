import type { ReactNode } from 'react'
import { panelTexts } from '#texts/vault/contents.ts'
import styles from './InlineField.module.css'

/** A value, or the word that there is none. */
export function Shown({ children }: { children: ReactNode }): ReactNode {
  const isNothing = children === '' || children === null || children === undefined || children === false
  return isNothing ? <span className={styles.none}>{panelTexts.none}</span> : children
}
