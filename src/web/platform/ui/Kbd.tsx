import type { ReactNode } from 'react'
import styles from './Kbd.module.css'

/** A key of the keyboard. */
export function Kbd({ children }: { children: ReactNode }): ReactNode {
  return <kbd className={styles.key}>{children}</kbd>
}
