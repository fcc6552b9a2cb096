import type { ReactNode } from 'react'
import { CalendarClock } from 'lucide-react'
import { daysBetween, dueStateOf } from '#domain/vault/due-dates.ts'
import { dueTexts } from '#texts/vault/due-dates.ts'
import { Badge } from '#web/platform/ui/Badge.tsx'

const tones = { past: 'danger', soon: 'attention' } as const

/**
 * The sign of a date of renewal that is past or near; nothing for any other.
 * @param props.today yyyy-mm-dd
 * @param props.isDated whether the date stands beside it
 */
export function DueBadge(props: { due: string | null; today: string; isDated?: boolean }): ReactNode {
  const { due, today } = props
  const state = dueStateOf(due, today)
  if (due === null || state === null) return null
  return (
    <Badge
      tone={tones[state]}
      icon={<CalendarClock aria-hidden="true" />}
      title={dueTexts.sentence[state](due)}
    >
      {props.isDated === true ? dueTexts.distance(daysBetween(today, due)) : dueTexts.badge[state](due)}
    </Badge>
  )
}
