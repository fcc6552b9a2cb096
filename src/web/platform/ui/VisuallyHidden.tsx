import type { ReactNode } from 'react'
import styles from './VisuallyHidden.module.css'

/** Said by a screen reader, not shown. By class, as a server-rendered page may carry no style attribute. */
export function VisuallyHidden({ children }: { children: ReactNode }): ReactNode {
  return <span className={styles.hidden}>{children}</span>
}
