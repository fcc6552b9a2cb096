import { useId, type ReactNode } from 'react'
import { cx } from '#web/ui/given.ts'
import styles from './Cards.module.css'

type SectionProps = {
  title: string
  detail: string
  /** More of the detail comes with a figure. */
  isLate?: boolean
  children: ReactNode
}

/** A group of cards, with what holds for all of them. */
export function Section(props: SectionProps): ReactNode {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className={styles.sectionTitle}>
        {props.title}
      </h2>
      <p className={cx(styles.detail, props.isLate && styles.late)}>{props.detail}</p>
      <div className={styles.cards}>{props.children}</div>
    </section>
  )
}
