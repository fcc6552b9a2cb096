import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select'
import { Check, ChevronsUpDown } from 'lucide-react'
import { uiTexts } from '#texts/platform/ui.ts'
import { FieldFrame, type FieldProps } from './Field.tsx'
import fieldStyles from './Field.module.css'
import { cx, given } from './given.ts'
import styles from './Select.module.css'

export type Choice<Id extends string | number> = {
  id: Id
  label: string
  icon?: ReactNode
  isDisabled?: boolean | undefined
}

export type SelectProps<Id extends string | number> = FieldProps & {
  choices: readonly Choice<Id>[]
  value: Id | null
  onChange: (value: Id) => void
  onBlur?: (() => void) | undefined
  placeholder?: string | undefined
  size?: 'medium' | 'small' | undefined
  /** The label is visually hidden, where the context is clear. */
  isLabelHidden?: boolean | undefined
}

/** A choice from a short list, by press or by typing its first letters. */
export function Select<Id extends string | number>(props: SelectProps<Id>): ReactNode {
  const trigger = (
    <Button className={cx(fieldStyles.box, styles.trigger, props.size === 'small' && styles.small)}>
      <SelectValue className={styles.value ?? ''} />
      <ChevronsUpDown aria-hidden="true" />
    </Button>
  )
  return (
    <AriaSelect
      className={fieldStyles.field ?? ''}
      placeholder={props.placeholder ?? uiTexts.choose}
      isInvalid={typeof props.error === 'string' && props.error !== ''}
      validationBehavior="aria"
      selectedKey={props.value}
      onSelectionChange={(key) => {
        const chosen = props.choices.find((choice) => choice.id === key)
        if (chosen !== undefined) props.onChange(chosen.id)
      }}
      {...given({
        onBlur: props.onBlur,
        name: props.name,
        isDisabled: props.isDisabled,
        isRequired: props.isRequired,
        autoFocus: props.autoFocus,
        'aria-label': props.isLabelHidden === true ? props.label : undefined,
      })}
    >
      {props.isLabelHidden === true ? trigger : <FieldFrame {...props}>{trigger}</FieldFrame>}
      <Popover className={styles.popover ?? ''} offset={4}>
        <ListBox className={styles.list ?? ''} items={props.choices}>
          {renderChoice}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}

/** Renders an entry of a list of choices, with a tick if it is chosen. */
export const renderChoice = (choice: Choice<string | number>): ReactNode => (
  <ListBoxItem
    id={choice.id}
    textValue={choice.label}
    className={styles.choice ?? ''}
    isDisabled={choice.isDisabled === true}
  >
    {choice.icon}
    <span className={styles.label}>{choice.label}</span>
    <Check className={styles.tick} aria-hidden="true" />
  </ListBoxItem>
)
