import type { ReactNode } from 'react'
import { ChevronRight, CircleCheck, CopyX, History, ShieldAlert } from 'lucide-react'
import { concerns, type Concern } from '#domain/vault/figures.ts'
import { dashboardTexts } from '#texts/office/dashboard.ts'
import { formatNumber } from '#texts/platform/format.ts'
import { useFollow } from '#web/platform/back-office/useFollow.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import styles from './Cards.module.css'
import type { Figure, Health } from './figure.ts'
import { FigureCard, waitingLines } from './FigureCard.tsx'
import { passwordsHref } from './place.ts'

const texts = dashboardTexts.mine
const icons: Record<Concern, ReactNode> = { weak: <ShieldAlert />, reused: <CopyX />, old: <History /> }

/** The number of passwords that the reader should and may change, by reason. */
export function TodoCard({ figure }: { figure: Figure<Health> }): ReactNode {
  return (
    <FigureCard
      title={texts.todo}
      figure={figure}
      width="narrow"
      isEmpty={({ readable }) => readable.passwords === 0}
      waiting={<div className={styles.list}>{waitingLines(4)}</div>}
    >
      {({ changeable }) =>
        changeable.passwords === 0 ? (
          <EmptyState title={texts.changeNone} />
        ) : changeable.concerned === 0 ? (
          <EmptyState title={texts.todoNone} icon={<CircleCheck />}>
            {texts.todoNoneDetail}
          </EmptyState>
        ) : (
          <Todo changeable={changeable} />
        )
      }
    </FigureCard>
  )
}

function Todo({ changeable }: Pick<Health, 'changeable'>): ReactNode {
  const follow = useFollow(true)
  const all = passwordsHref({ changeable: true })
  return (
    <>
      <p className={styles.hint}>{texts.todoDetail}</p>
      <ul className={styles.list}>
        {concerns.map((concern) => {
          const count = changeable[concern]
          const href = passwordsHref({ concern, changeable: true })
          const content = (
            <>
              <span className={styles.lineIcon} aria-hidden="true">
                {icons[concern]}
              </span>
              <span className={styles.said}>
                <span className={styles.count}>{formatNumber(count)}</span>{' '}
                {dashboardTexts.todo[concern](count)}
                <span className={styles.lineHint}>{dashboardTexts.todoHints[concern]}</span>
              </span>
              {count > 0 && <ChevronRight className={styles.chevron} aria-hidden="true" />}
            </>
          )
          return (
            <li key={concern}>
              {count === 0 ? (
                <span className={styles.line}>{content}</span>
              ) : (
                <a className={styles.line} href={href} onClick={follow(href)}>
                  {content}
                </a>
              )}
            </li>
          )
        })}
      </ul>
      <p className={styles.more}>
        <a href={all} onClick={follow(all)}>
          {texts.todoAll(changeable.concerned)}
        </a>
      </p>
    </>
  )
}
