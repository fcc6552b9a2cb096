import type { ReactNode } from 'react'
import { alertTexts } from '#texts/office/alerts.ts'
import { Badge } from '#web/platform/ui/Badge.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import styles from './Alerts.module.css'
import { useOpenAlerts } from './queries.ts'

/** The number of alerts that wait to be seen, for the menu; nothing while there is none. */
export function OpenAlerts(): ReactNode {
  const open = useOpenAlerts() ?? 0
  if (open === 0) return null
  return (
    <span className={styles.count}>
      <Badge tone="danger" title={alertTexts.waiting(open)}>
        <span aria-hidden="true">{open}</span>
        <VisuallyHidden>{alertTexts.waiting(open)}</VisuallyHidden>
      </Badge>
    </span>
  )
}
