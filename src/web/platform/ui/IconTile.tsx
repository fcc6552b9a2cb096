import type { ReactNode } from 'react'
import styles from './IconTile.module.css'

/** A decorative icon on a tinted square, before a name. */
export function IconTile({ children }: { children: ReactNode }): ReactNode {
  return (
    <span className={styles.tile} aria-hidden="true">
      {children}
    </span>
  )
}
