import type { ReactNode } from 'react'
import { signInLimits } from '#domain/platform/limits.ts'
import styles from './CodeField.module.css'
import { TextField, type TextFieldProps } from './TextField.tsx'

export type CodeFieldProps = Pick<
  TextFieldProps,
  | 'label'
  | 'description'
  | 'value'
  | 'onChange'
  | 'onBlur'
  | 'error'
  | 'isValid'
  | 'isReadOnly'
  | 'autoFocus'
  | 'inputRef'
>

/** Removes spaces of a pasted code, and a seventh digit. */
const asCode = (text: string) => text.replace(/\s/g, '').slice(0, signInLimits.tokenLength)

/** A field for a code of six digits, which phones and password managers fill in. */
export function CodeField(props: CodeFieldProps): ReactNode {
  return (
    <div className={styles.code}>
      <TextField
        {...props}
        isRequired
        onChange={(text) => props.onChange(asCode(text))}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        isMono
      />
    </div>
  )
}
