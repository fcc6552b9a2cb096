import type { ReactNode } from 'react'
import { CalendarOff } from 'lucide-react'
import type { Static } from 'typebox'
import type { Due } from '#contract/vault/due-dates.ts'
import { dayInFrance, formatCalendarDay } from '#texts/platform/format.ts'
import { itemTexts } from '#texts/vault/contents.ts'
import { dueTexts } from '#texts/vault/due-dates.ts'
import { IconButton } from '#web/platform/ui/Button.tsx'
import { InlineField } from '#web/vault/element-panel/InlineField.tsx'
import { DueBadge } from './DueBadge.tsx'
import { DayField } from './editors.tsx'
import { calendarDay } from './ruleChecks.ts'
import styles from './DueFact.module.css'

/** The date of renewal of an item, its own or by a rule; its own can be set and removed. */
export function DueFact(props: {
  renewBefore: string | null
  due: Static<typeof Due> | null
  /** Milliseconds since the epoch. */
  now: number
  onSave: ((value: string) => Promise<void>) | undefined
  onClear: (() => void) | undefined
}): ReactNode {
  const { renewBefore, due, onClear } = props
  return (
    <InlineField
      label={itemTexts.fields.renewBefore}
      initial={renewBefore ?? ''}
      check={calendarDay}
      onSave={props.onSave}
      editor={(field) => <DayField {...field} autoFocus />}
      theirs={renewBefore !== null && formatCalendarDay(renewBefore)}
      actions={
        renewBefore !== null &&
        onClear !== undefined && (
          <IconButton size="small" label={dueTexts.clear} icon={<CalendarOff />} onPress={onClear} />
        )
      }
    >
      {due !== null && (
        <span className={styles.due}>
          <time dateTime={due.day}>{formatCalendarDay(due.day)}</time>
          <DueBadge due={due.day} today={dayInFrance(props.now)} isDated />
          {due.rule !== null && (
            <span className={styles.rule}>
              {dueTexts.byRule(due.rule.days, due.rule.folder?.name ?? null)}
            </span>
          )}
        </span>
      )}
    </InlineField>
  )
}
