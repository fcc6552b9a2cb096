import type { ReactNode } from 'react'
import styles from './RowList.module.css'

/** A list of rows, one below the other. */
export const RowList = ({ label, children }: { label: string; children: ReactNode }): ReactNode => (
  <ul className={styles.list} aria-label={label}>
    {children}
  </ul>
)

export type RowProps = {
  icon: ReactNode
  title: ReactNode
  detail: ReactNode
  /** A second line of details. */
  more?: ReactNode
  /** Buttons at the end of the row. */
  children?: ReactNode
}

/** A row: an icon, its words and its buttons. */
export const Row = ({ icon, title, detail, more, children }: RowProps): ReactNode => (
  <li>
    <span className={styles.icon} aria-hidden="true">
      {icon}
    </span>
    <div className={styles.words}>
      <p className={styles.title}>{title}</p>
      <p className={styles.detail}>{detail}</p>
      {more !== undefined && <p className={styles.detail}>{more}</p>}
    </div>
    {children}
  </li>
)
