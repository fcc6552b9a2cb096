import type { ReactNode } from 'react'
import { useSearch } from '@tanstack/react-router'
import { dashboardTexts } from '#texts/office/dashboard.ts'
import { charts } from '#web/office/dashboard/charts.tsx'
import { ChartsContext } from '#web/office/dashboard/ChartsContext.ts'
import { Dashboard } from '#web/office/dashboard/Dashboard.tsx'
import { useFigures } from '#web/office/dashboard/queries.ts'
import { TrialView } from '#web/office/dashboard/TrialView.tsx'
import { useMay } from '#web/platform/shell/session.ts'
import { usePageTitle } from '#web/platform/shell/usePageTitle.ts'
import wide from '#web/platform/shell/WidePage.module.css'
import { cx } from '#web/platform/ui/given.ts'
import styles from './DashboardPage.module.css'

/** /routes/dashboard: the figures of the caller's role and type, or the test variant. */
export function DashboardPage(): ReactNode {
  const { view } = useSearch({ from: '/routes/dashboard' })
  const mayManageEverything = useMay('manageEverything')
  usePageTitle(dashboardTexts.title)
  return (
    <div className={cx(wide.page, styles.page)}>
      <div className={wide.top}>
        <h1 className={wide.title}>{dashboardTexts.title}</h1>
      </div>
      <ChartsContext value={charts}>
        {view === 'test' && mayManageEverything ? (
          <TrialView />
        ) : (
          <Figures reach={mayManageEverything ? 'everything' : 'banks'} />
        )}
      </ChartsContext>
    </div>
  )
}

const Figures = ({ reach }: { reach: 'banks' | 'everything' }): ReactNode => (
  <Dashboard figures={useFigures()} reach={reach} />
)
