import type { ReactNode } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { session } from '#contract/platform/session.ts'
import { daysUpTo } from '#domain/platform/days.ts'
import { figureDays } from '#domain/vault/figures.ts'
import { dashboardTexts, dashboardTrialTexts } from '#texts/office/dashboard.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { leaveExpired } from '#web/platform/shell/leaving.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import styles from './Cards.module.css'
import type { Figure } from './figure.ts'
import { figureOf } from './queries.ts'
import { Section } from './Section.tsx'
import { FigureCard, waitingLines } from './FigureCard.tsx'
import { sumOf } from './rules.ts'
import { TrendCard } from './TrendCard.tsx'

const lastDay = Date.UTC(2026, 0, 30)
/** Fixed sample data: a repeated week with quiet weekends and one day that stands out. */
const fixedVisits = daysUpTo(lastDay, figureDays.visits).map((day, index) => ({
  day,
  nb: index === 17 ? 48 : ([21, 24, 19, 26, 22, 4, 0][index % 7] ?? 0),
}))
const shown = <Value,>(value: Value): Figure<Value> => ({ value, isFailed: false })

/** The test variant: fixed data, and trials of forms, notifications and the end of a session. */
export function TrialView(): ReactNode {
  const { connections } = dashboardTexts
  return (
    <div className={styles.sections}>
      <Section title={dashboardTrialTexts.title} detail={dashboardTrialTexts.detail}>
        <TrendCard
          title={dashboardTrialTexts.visits}
          kind="columns"
          figure={shown(fixedVisits)}
          column={connections.visitsColumn}
          valueOf={connections.visitsOf}
          summaryOf={(points) => connections.visitsSummary(sumOf(points), points.length)}
        />
        <Trials />
        <Rules />
      </Section>
    </div>
  )
}

function Trials(): ReactNode {
  const toasts = useToasts()
  const cache = useQueryClient()
  const { kinds, said } = dashboardTrialTexts
  const withAction = () =>
    toasts.info(said.action, {
      action: { label: said.undo, onAction: () => toasts.success(said.undone) },
    })
  return (
    <div className={`${styles.card} ${styles.half}`}>
      <h3 className={styles.title}>{dashboardTrialTexts.toasts}</h3>
      <p className={styles.detail}>{dashboardTrialTexts.toastsDetail}</p>
      <div className={styles.buttons}>
        <Button onPress={() => toasts.success(said.success)}>{kinds.success}</Button>
        <Button onPress={() => toasts.error(said.error)}>{kinds.error}</Button>
        <Button onPress={() => toasts.info(said.info)}>{kinds.info}</Button>
        <Button onPress={withAction}>{kinds.action}</Button>
      </div>
      <h3 className={styles.title}>{dashboardTrialTexts.session}</h3>
      <p className={styles.detail}>{dashboardTrialTexts.sessionDetail}</p>
      <div className={styles.buttons}>
        <Button onPress={() => void leaveExpired(cache)}>{dashboardTrialTexts.expire}</Button>
      </div>
    </div>
  )
}

function Rules(): ReactNode {
  const query = useQuery(replyQuery([...cacheKeys.rules, 'shown'], session.regexes, {}))
  return (
    <FigureCard
      title={dashboardTrialTexts.rules}
      figure={figureOf(query)}
      width="full"
      isEmpty={(rules) => rules.length === 0}
      waiting={waitingLines(12)}
    >
      {(rules) => (
        <div className={styles.scroll} role="group" aria-label={dashboardTrialTexts.rules} tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{dashboardTrialTexts.ruleName}</th>
                <th scope="col" className={styles.start}>
                  {dashboardTrialTexts.ruleValue}
                </th>
              </tr>
            </thead>
            <tbody>
              {rules.map(({ name, value }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td className={styles.start}>
                    <code>{value}</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </FigureCard>
  )
}
