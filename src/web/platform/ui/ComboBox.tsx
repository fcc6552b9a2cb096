import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'
import { ListBox } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { ChevronsUpDown } from 'lucide-react'
import { uiTexts } from '#texts/platform/ui.ts'
import styles from './ComboBox.module.css'
import { FieldFrame, type FieldProps } from './Field.tsx'
import fieldStyles from './Field.module.css'
import { cx, given } from './given.ts'
import { renderChoice, type Choice } from './Select.tsx'
import listStyles from './Select.module.css'

export type ComboBoxProps<Id extends string | number> = FieldProps & {
  /** The search results. They are not filtered again. */
  choices: readonly Choice<Id>[]
  value: Id | null
  onChange: (value: Id | null) => void
  onBlur?: (() => void) | undefined
  /** The typed text, or the label of the chosen entry. */
  search: string
  onSearch: (search: string) => void
  placeholder?: string | undefined
  size?: 'medium' | 'small' | undefined
  /** The label is visually hidden, where the context is clear. */
  isLabelHidden?: boolean | undefined
  /** Shown when nothing is found. */
  empty: string
}

/** A choice from a long list, searched by a part of the name. */
export function ComboBox<Id extends string | number>(props: ComboBoxProps<Id>): ReactNode {
  const box = (
    <span className={cx(fieldStyles.box, props.size === 'small' && styles.small)}>
      <Input className={fieldStyles.input ?? ''} {...given({ placeholder: props.placeholder })} />
      <Button className={styles.open ?? ''} aria-label={uiTexts.choose}>
        <ChevronsUpDown aria-hidden="true" />
      </Button>
    </span>
  )
  return (
    <AriaComboBox
      className={fieldStyles.field ?? ''}
      isInvalid={typeof props.error === 'string' && props.error !== ''}
      validationBehavior="aria"
      menuTrigger="focus"
      formValue="key"
      allowsEmptyCollection
      items={props.choices}
      selectedKey={props.value}
      inputValue={props.search}
      onInputChange={props.onSearch}
      onSelectionChange={(key) =>
        props.onChange(props.choices.find((choice) => choice.id === key)?.id ?? null)
      }
      {...given({
        onBlur: props.onBlur,
        name: props.name,
        isDisabled: props.isDisabled,
        isRequired: props.isRequired,
        autoFocus: props.autoFocus,
        'aria-label': props.isLabelHidden === true ? props.label : undefined,
      })}
    >
      {props.isLabelHidden === true ? box : <FieldFrame {...props}>{box}</FieldFrame>}
      <Popover className={cx(listStyles.popover, styles.popover)} offset={4}>
        <ListBox<Choice<Id>>
          className={listStyles.list ?? ''}
          renderEmptyState={() => <p className={styles.empty}>{props.empty}</p>}
        >
          {renderChoice}
        </ListBox>
      </Popover>
    </AriaComboBox>
  )
}
