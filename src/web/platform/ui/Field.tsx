import type { ReactNode } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { CircleAlert } from 'lucide-react'
import styles from './Field.module.css'

/** The props of every field. */
export type FieldProps = {
  label: string
  /** A hint below the field. */
  description?: ReactNode
  /** The fault and how to correct it; null or undefined without one. */
  error?: string | null | undefined
  isRequired?: boolean | undefined
  isDisabled?: boolean | undefined
  isReadOnly?: boolean | undefined
  autoFocus?: boolean | undefined
  name?: string | undefined
  /** A constant id, for password managers. Otherwise the field generates one. */
  id?: string | undefined
}

/** The label, description and error of a field, inside a React Aria field component. */
export function FieldFrame(
  props: Pick<FieldProps, 'label' | 'description' | 'error' | 'isRequired'> & {
    /** At the end of the label's line: a counter, a link. */
    aside?: ReactNode
    /** The field is named by `aria-label` instead. */
    isLabelHidden?: boolean | undefined
    children: ReactNode
  },
): ReactNode {
  return (
    <>
      {props.isLabelHidden !== true && (
        <span className={styles.top}>
          <Label className={styles.label ?? ''}>
            {props.label}
            {props.isRequired === true && (
              <span className={styles.mark} aria-hidden="true" data-required-mark="">
                {' *'}
              </span>
            )}
          </Label>
          {props.aside}
        </span>
      )}
      {props.children}
      <FieldError className={styles.error ?? ''}>
        <CircleAlert aria-hidden="true" />
        <span>{props.error}</span>
      </FieldError>
      {props.description !== undefined && (
        <Text slot="description" className={styles.description ?? ''}>
          {props.description}
        </Text>
      )}
    </>
  )
}
