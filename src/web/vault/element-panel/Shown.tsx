import type { ReactNode } from 'react'
import { panelTexts } from '#texts/vault/contents.ts'
import styles from './InlineField.module.css'

/** A value, or a placeholder for an empty one. */
export function Shown({ children }: { children: ReactNode }): ReactNode {
  const isNothing = children === '' || children === null || children === undefined || children === false
  return isNothing ? <span className={styles.none}>{panelTexts.none}</span> : children
}
