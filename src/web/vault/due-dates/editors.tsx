import type { ReactNode } from 'react'
import { dueTexts } from '#texts/vault/due-dates.ts'
import styles from './DueFact.module.css'
import { TextField, type TextFieldProps } from '#web/platform/ui/TextField.tsx'

type EditorProps = Omit<TextFieldProps, 'type' | 'inputMode' | 'tail' | 'description'>

/** The field of a day. */
export const DayField = (props: EditorProps): ReactNode => <TextField {...props} type="date" />

/** The field of a rule of renewal: a number of days. */
export const RuleField = (props: EditorProps): ReactNode => (
  <TextField
    {...props}
    inputMode="numeric"
    tail={<span className={styles.unit}>{dueTexts.ruleUnit}</span>}
    description={dueTexts.ruleHelp}
  />
)
