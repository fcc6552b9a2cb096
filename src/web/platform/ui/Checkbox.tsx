import { useId, type MouseEvent, type ReactNode } from 'react'
import styles from './Checkbox.module.css'
import { cx } from './given.ts'

export type CheckboxProps = {
  /** The label, visually hidden with `isLabelHidden`. */
  label: ReactNode
  isSelected: boolean
  onChange?: ((isSelected: boolean) => void) | undefined
  /** Replaces `onChange` for callers that need the modifier keys. */
  onToggle?: ((event: MouseEvent) => void) | undefined
  /** Some, but not all, are ticked. */
  isIndeterminate?: boolean | undefined
  isDisabled?: boolean | undefined
  description?: ReactNode
  isLabelHidden?: boolean | undefined
  name?: string | undefined
  autoFocus?: boolean | undefined
}

/** A checkbox: a styled native control, which works in a server-rendered form as well. */
export function Checkbox(props: CheckboxProps): ReactNode {
  return <Toggle {...props} kind="box" />
}

/** The checkbox of a table row: light, with a hidden label, and reporting modifier keys. */
export function RowCheckbox(props: {
  label: string
  isSelected: boolean
  onToggle: (event: MouseEvent) => void
}): ReactNode {
  return (
    <label>
      <input
        type="checkbox"
        className={styles.box}
        aria-label={props.label}
        checked={props.isSelected}
        onChange={ignore}
        onClick={props.onToggle}
      />
    </label>
  )
}
const ignore = (): void => undefined

export type SwitchProps = Omit<CheckboxProps, 'isIndeterminate'>

/** A switch with immediate effect. */
export function Switch(props: SwitchProps): ReactNode {
  return <Toggle {...props} kind="switch" />
}

function Toggle(props: CheckboxProps & { kind: 'box' | 'switch' }): ReactNode {
  const id = useId()
  return (
    <div className={styles.frame}>
      <label className={cx(styles.line, props.isDisabled === true && styles.disabled)}>
        <input
          type="checkbox"
          {...(props.kind === 'switch' ? { role: 'switch' } : {})}
          className={styles[props.kind]}
          checked={props.isSelected}
          disabled={props.isDisabled}
          name={props.name}
          // The caller decides which field of a dialog takes the focus on opening.
          autoFocus={props.autoFocus}
          aria-describedby={props.description === undefined ? undefined : id}
          ref={(input) => {
            if (input !== null) input.indeterminate = props.isIndeterminate === true
          }}
          onChange={(event) => props.onChange?.(event.target.checked)}
          onClick={props.onToggle}
        />
        <span className={cx(props.isLabelHidden === true && styles.hidden)}>{props.label}</span>
      </label>
      {props.description !== undefined && (
        <span id={id} className={cx(styles.description, props.kind === 'switch' && styles.wide)}>
          {props.description}
        </span>
      )}
    </div>
  )
}
