import type { ReactNode } from 'react'
import { CircleOff } from 'lucide-react'
import { rightNames, type Rights } from '#domain/platform/rights.ts'
import { chestRightTexts, rightWords } from '#texts/platform/chest-rights.ts'
import { Badge } from '#web/platform/ui/Badge.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import styles from './RightsBadges.module.css'

export type DormantReason = keyof typeof chestRightTexts.dormant

/** The rights held, as the letters L C M S E, each with its word for screen readers. */
export function RightsBadges({ rights }: { rights: Rights }): ReactNode {
  const held = rightNames.filter((right) => rights[right])
  if (held.length === 0) return <span className={styles.none}>{chestRightTexts.noRight}</span>
  return (
    <span className={styles.badges}>
      {held.map((right) => (
        <span key={right} className={styles.badge} data-right={right} title={rightWords[right].verb}>
          <span aria-hidden="true">{rightWords[right].letter}</span>
          {/* The space separates the words for screen readers. */}
          <VisuallyHidden> {rightWords[right].verb}</VisuallyHidden>
        </span>
      ))}
    </span>
  )
}

/** What the letters mean, in a line beside them: it needs neither a pointer nor a press. */
export const RightsLegend = (): ReactNode => (
  <div role="group" aria-label={chestRightTexts.legend}>
    <dl className={styles.legend}>
      {rightNames.map((right) => (
        <div key={right}>
          <dt className={styles.badge}>{rightWords[right].letter}</dt>
          <dd>{rightWords[right].verb}</dd>
        </div>
      ))}
    </dl>
  </div>
)

/** A grant without effect, and the reason. */
export function DormantBadge({ reason }: { reason: DormantReason }): ReactNode {
  return (
    <Badge
      tone="attention"
      icon={<CircleOff aria-hidden="true" />}
      title={chestRightTexts.dormantDetail[reason]}
    >
      {chestRightTexts.dormant[reason]}
    </Badge>
  )
}
