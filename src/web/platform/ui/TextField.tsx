import type { FocusEvent, HTMLInputTypeAttribute, MouseEvent, ReactNode, Ref, SyntheticEvent } from 'react'
import { Input } from 'react-aria-components/Input'
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea'
import { TextField as AriaTextField } from 'react-aria-components/TextField'
import { FieldFrame, type FieldProps } from './Field.tsx'
import styles from './Field.module.css'
import { cx, given } from './given.ts'

export type TextFieldProps = FieldProps & {
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  type?: HTMLInputTypeAttribute | undefined
  autoComplete?: string | undefined
  inputMode?: 'text' | 'numeric' | 'email' | 'url' | 'search' | undefined
  maxLength?: number | undefined
  placeholder?: string | undefined
  /** The monospaced font with distinct letters, for secrets and codes. */
  isMono?: boolean | undefined
  /** Given for a secret, which is cleared from the clipboard. If true, it shows dots and cannot be copied, as in a password field. */
  isMasked?: boolean | undefined
  /** Colours the field by the validity of its value. An empty field is neutral. */
  isValid?: boolean | undefined
  /** The value is a suggestion: focus and clicks select all of it, so that typing or pasting replaces it. */
  isSuggested?: boolean | undefined
  spellCheck?: boolean | undefined
  icon?: ReactNode
  /** Buttons at the end, inside the box. */
  tail?: ReactNode
  aside?: ReactNode
  /** The label is visually hidden, where the context is clear, such as in a column. */
  isLabelHidden?: boolean | undefined
  inputRef?: Ref<HTMLInputElement> | undefined
}

/** A single-line text field. */
export function TextField(props: TextFieldProps): ReactNode {
  return (
    <AriaTextField {...fieldProps(props)} className={cx(styles.field, verdictOf(props))}>
      <FieldFrame {...props}>
        <span className={styles.box}>
          {props.icon}
          <Input
            className={inputClass(props)}
            {...given({ placeholder: props.placeholder, ref: props.inputRef })}
            {...(props.spellCheck === false && { autoCapitalize: 'none', autoCorrect: 'off' })}
            {...secretProps(props)}
            {...(props.isSuggested === true && { onFocus: selectAll, onMouseDown: selectAllByPress })}
          />
          {props.tail !== undefined && <span className={styles.tail}>{props.tail}</span>}
        </span>
      </FieldFrame>
    </AriaTextField>
  )
}

export type TextAreaProps = Omit<
  TextFieldProps,
  'type' | 'icon' | 'tail' | 'inputRef' | 'isSuggested' | 'isLabelHidden'
> & {
  rows?: number | undefined
}

/** A multi-line text field. */
export function TextArea(props: TextAreaProps): ReactNode {
  return (
    <AriaTextField {...fieldProps(props)} className={cx(styles.field, verdictOf(props))}>
      <FieldFrame {...props}>
        <span className={styles.box}>
          <AriaTextArea
            rows={props.rows ?? 3}
            className={inputClass(props)}
            {...given({ placeholder: props.placeholder })}
            {...secretProps(props)}
          />
        </span>
      </FieldFrame>
    </AriaTextField>
  )
}

const inputClass = ({ isMono, isMasked }: TextAreaProps) =>
  cx(styles.input, isMono === true && styles.mono, isMasked === true && styles.masked)

const prevent = (event: SyntheticEvent) => event.preventDefault()

const secretProps = ({ isMasked }: TextAreaProps) => ({
  ...(isMasked !== undefined && { 'data-secret': '' }),
  ...(isMasked === true && { onCopy: prevent, onCut: prevent, onDragStart: prevent }),
})

const selectAll = ({ currentTarget }: FocusEvent<HTMLInputElement>) => currentTarget.select()

/** A browser puts the caret where a selected text is pressed, after the click event. */
function selectAllByPress(event: MouseEvent<HTMLInputElement>): void {
  event.preventDefault()
  event.currentTarget.focus()
  event.currentTarget.select()
}

/** An error message has its own colour. */
const verdictOf = ({ value, error, isValid }: TextFieldProps | TextAreaProps) =>
  value === '' || isValid === undefined || (error ?? '') !== ''
    ? undefined
    : isValid
      ? styles.valid
      : styles.wrong

function fieldProps(props: TextFieldProps | TextAreaProps) {
  return given({
    value: props.value,
    onChange: props.onChange,
    onBlur: props.onBlur,
    name: props.name,
    id: props.id,
    type: 'type' in props ? props.type : undefined,
    autoComplete: props.autoComplete ?? 'off',
    inputMode: props.inputMode,
    maxLength: props.maxLength,
    spellCheck: props.spellCheck === undefined ? undefined : props.spellCheck ? 'true' : 'false',
    isRequired: props.isRequired,
    isDisabled: props.isDisabled,
    isReadOnly: props.isReadOnly,
    autoFocus: props.autoFocus,
    'aria-label': 'isLabelHidden' in props && props.isLabelHidden === true ? props.label : undefined,
    isInvalid: typeof props.error === 'string' && props.error !== '',
    validationBehavior: 'aria' as const,
  })
}
