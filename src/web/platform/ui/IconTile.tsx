import type { ReactNode } from 'react'
import styles from './IconTile.module.css'

/** A picture on a tinted square, before the name that it stands for: nobody is read it. */
export function IconTile({ children }: { children: ReactNode }): ReactNode {
  return (
    <span className={styles.tile} aria-hidden="true">
      {children}
    </span>
  )
}
