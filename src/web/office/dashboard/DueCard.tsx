import type { ReactNode } from 'react'
import { CircleCheck } from 'lucide-react'
import { formatCalendarDay } from '#texts/platform/format.ts'
import { dueTexts } from '#texts/vault/due-dates.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { cx } from '#web/platform/ui/given.ts'
import { DueBadge } from '#web/vault/due-dates/DueBadge.tsx'
import styles from './Cards.module.css'
import type { DueList, Figure } from './figure.ts'
import { FigureCard, waitingLines } from './FigureCard.tsx'
import { FigureLink } from './FigureLink.tsx'
import { itemHref } from './place.ts'

const texts = dueTexts.card

/** What the reader may change and that is to be renewed, earliest date first, each with a link to its item. */
export function DueCard({ figure }: { figure: Figure<DueList> }): ReactNode {
  return (
    <FigureCard
      title={texts.title}
      figure={figure}
      width="full"
      isFixed
      isEmpty={() => false}
      waiting={<div className={styles.list}>{waitingLines(4)}</div>}
    >
      {({ past, soon, locked, items, today }) => (
        <>
          {items.length === 0 && (
            <EmptyState title={texts.none} icon={<CircleCheck />}>
              {texts.noneDetail}
            </EmptyState>
          )}
          {past + soon > 0 && <p className={styles.hint}>{texts.detail(past, soon)}</p>}
          {items.length > 0 && (
            <ol className={cx(styles.list, styles.dueList)} aria-label={texts.list}>
              {items.map((item) => (
                <li key={item.id}>
                  <FigureLink className={styles.line} href={itemHref(item)}>
                    <span className={styles.name} title={item.name}>
                      {item.name}
                    </span>
                    <span className={styles.dueChest} title={item.chest}>
                      {item.chest}
                    </span>
                    <span className={styles.dueDay}>
                      <time dateTime={item.due}>{formatCalendarDay(item.due)}</time>
                      <DueBadge due={item.due} today={today} isDated />
                    </span>
                  </FigureLink>
                </li>
              ))}
            </ol>
          )}
          {past + soon > items.length && (
            <p className={styles.hint}>{texts.more(past + soon - items.length)}</p>
          )}
          {locked > 0 && <p className={styles.hint}>{texts.locked(locked)}</p>}
        </>
      )}
    </FigureCard>
  )
}
