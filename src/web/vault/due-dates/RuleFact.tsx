import type { ReactNode } from 'react'
import type { Static } from 'typebox'
import type { DueRule } from '#contract/vault/due-dates.ts'
import { dueTexts } from '#texts/vault/due-dates.ts'
import { InlineField } from '#web/vault/element-panel/InlineField.tsx'
import { RuleField } from './editors.tsx'
import { ruleDays } from './ruleChecks.ts'
import styles from './DueFact.module.css'

/** The rule of renewal of a folder: its own, which can be changed, or the one that it inherits. */
export function RuleFact(props: {
  renewDays: number | null
  rule: Static<typeof DueRule> | null
  onSave: ((value: string) => Promise<void>) | undefined
}): ReactNode {
  const { renewDays, rule } = props
  return (
    <InlineField
      label={dueTexts.rule}
      initial={String(renewDays ?? '')}
      check={ruleDays}
      onSave={props.onSave}
      editor={(field) => <RuleField {...field} autoFocus />}
      theirs={renewDays !== null && dueTexts.ruleOf(renewDays)}
    >
      {renewDays !== null
        ? dueTexts.ruleOf(renewDays)
        : rule !== null && (
            <span className={styles.rule}>{dueTexts.inherited(rule.days, rule.folder?.name ?? null)}</span>
          )}
    </InlineField>
  )
}
