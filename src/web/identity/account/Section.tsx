import { useId, type ReactNode } from 'react'
import styles from './Account.module.css'

export type SectionProps = { title: string; detail?: string; children?: ReactNode; actions?: ReactNode }

/** One section of the account, with its heading. */
export function Section({ title, detail, children, actions }: SectionProps): ReactNode {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 id={id} className={styles.title} tabIndex={-1}>
            {title}
          </h2>
          {detail !== undefined && <p className={styles.detail}>{detail}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  )
}
