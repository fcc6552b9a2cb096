import type { ReactNode } from 'react'
import { ChevronRight, CircleCheck, CopyX, History, ShieldAlert } from 'lucide-react'
import { concerns, type Concern } from '#domain/vault/figures.ts'
import { dashboardTexts } from '#texts/office/dashboard.ts'
import { formatNumber } from '#texts/platform/format.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import styles from './Cards.module.css'
import type { Figure, Health } from './figure.ts'
import { FigureCard, waitingLines } from './FigureCard.tsx'
import { FigureLink } from './FigureLink.tsx'
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
  return (
    <>
      <p className={styles.hint}>{texts.todoDetail}</p>
      <ul className={styles.list}>
        {concerns.map((concern) => {
          const count = changeable[concern]
          const href = count === 0 ? null : passwordsHref({ concern, changeable: true })
          return (
            <li key={concern}>
              <FigureLink className={styles.line} href={href}>
                <span className={styles.lineIcon} aria-hidden="true">
                  {icons[concern]}
                </span>
                <span className={styles.said}>
                  <span className={styles.count}>{formatNumber(count)}</span>{' '}
                  {dashboardTexts.todo[concern](count)}
                  <span className={styles.lineHint}>{dashboardTexts.todoHints[concern]}</span>
                </span>
                {count > 0 && <ChevronRight className={styles.chevron} aria-hidden="true" />}
              </FigureLink>
            </li>
          )
        })}
      </ul>
      <p className={styles.more}>
        <FigureLink href={passwordsHref({ changeable: true })}>
          {texts.todoAll(changeable.concerned)}
        </FigureLink>
      </p>
    </>
  )
}
