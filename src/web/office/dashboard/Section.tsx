import { useId, type ReactNode } from 'react'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { cx } from '#web/platform/ui/given.ts'
import styles from './Cards.module.css'

type SectionProps = {
  title: string
  detail: string
  /** What makes the figures incomplete, if anything. */
  warning?: string | null
  /** Whether a part of the detail arrives with a figure. */
  isLate?: boolean
  children: ReactNode
}

/** A group of cards with a common title and detail. */
export function Section(props: SectionProps): ReactNode {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className={styles.sectionTitle}>
        {props.title}
      </h2>
      <p className={cx(styles.detail, props.isLate && styles.late)}>{props.detail}</p>
      {typeof props.warning === 'string' && (
        <div className={styles.warning}>
          <Banner tone="attention">{props.warning}</Banner>
        </div>
      )}
      <div className={styles.cards}>{props.children}</div>
    </section>
  )
}
