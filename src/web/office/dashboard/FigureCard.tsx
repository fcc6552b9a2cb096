import { useId, type ReactNode } from 'react'
import { dashboardTexts } from '#texts/office/dashboard.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { EmptyState, ErrorBlock } from '#web/platform/ui/EmptyState.tsx'
import { cx } from '#web/platform/ui/given.ts'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import styles from './Cards.module.css'
import type { Figure } from './figure.ts'

export type FigureCardProps<Value> = {
  title: string
  figure: Figure<Value>
  /** Whether there is nothing to show of it. */
  isEmpty: (value: Value) => boolean
  /** Buttons at the end of the title's line. Their room is kept while there is nothing to show. */
  tools?: ReactNode
  /** The shape of what is coming. */
  waiting: ReactNode
  /** Its share of the section's width. */
  width: 'narrow' | 'medium' | 'wide' | 'half' | 'full'
  children: (value: Value) => ReactNode
}

/** A figure with its title. It waits, fails and is empty by itself, and keeps its height in each case. */
export function FigureCard<Value>(props: FigureCardProps<Value>): ReactNode {
  const { title, figure, isEmpty, width } = props
  const { value, isFailed, onRetry } = figure
  const heading = useId()
  const isShown = value !== undefined && !isEmpty(value)
  return (
    <section
      className={cx(styles.card, styles[width])}
      aria-labelledby={heading}
      aria-busy={(value === undefined && !isFailed) || undefined}
    >
      <div className={styles.head}>
        <h3 id={heading} className={styles.title}>
          {title}
        </h3>
        {props.tools !== undefined && (
          <div className={cx(styles.tools, !isShown && styles.unseen)}>{props.tools}</div>
        )}
      </div>
      <div className={styles.body}>
        {isFailed ? (
          <ErrorBlock title={dashboardTexts.loadFailed} onRetry={onRetry} />
        ) : value === undefined ? (
          <>
            <VisuallyHidden>{uiTexts.loading}</VisuallyHidden>
            <div className={styles.waiting} aria-hidden="true">
              {props.waiting}
            </div>
          </>
        ) : isShown ? (
          props.children(value)
        ) : (
          <EmptyState title={uiTexts.empty} />
        )}
      </div>
    </section>
  )
}

/** Lines in the place of a list. */
export const waitingLines = (count: number): ReactNode =>
  Array.from({ length: count }, (_, line) => (
    <span key={line} className={styles.waitingLine}>
      <span className={styles.bone} />
    </span>
  ))
