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
  /** Returns whether the value has nothing to show. */
  isEmpty: (value: Value) => boolean
  /** Buttons at the end of the title's line. Their space is reserved while there is nothing to show. */
  tools?: ReactNode
  /** The skeleton shown while the value loads. */
  waiting: ReactNode
  /** Its share of the section's width. */
  /** Whether a long content scrolls in it instead of making it higher. */
  isFixed?: boolean
  width: 'narrow' | 'medium' | 'wide' | 'half' | 'full'
  children: (value: Value) => ReactNode
}

/** A figure with its title. The card has its own loading, error and empty states, all of the same height. */
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
      <div className={cx(styles.body, props.isFixed === true && styles.fixed)}>
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

/** The head of a table of figures. */
export const TableHead = ({ columns }: { columns: readonly string[] }): ReactNode => (
  <thead>
    <tr>
      {columns.map((column) => (
        <th key={column} scope="col">
          {column}
        </th>
      ))}
    </tr>
  </thead>
)

/** Returns skeleton lines in place of a list. */
export const waitingLines = (count: number): ReactNode =>
  Array.from({ length: count }, (_, line) => (
    <span key={line} className={styles.waitingLine}>
      <span className={styles.bone} />
    </span>
  ))
