import { useEffect, useRef, type ReactNode } from 'react'
import styles from './Form.module.css'

export type FormProps = {
  children: ReactNode
  onSubmit: () => void
  id?: string | undefined
  /** Raised at each refused submission (useForm does): moves the focus to the first wrong field. */
  refusals?: number | undefined
  'aria-label'?: string | undefined
}

/** A form: Enter submits; what is wrong is said at the fields, not by the browser's bubbles. */
export function Form({ children, onSubmit, id, refusals = 0, 'aria-label': label }: FormProps): ReactNode {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])
  return (
    <form
      ref={form}
      id={id}
      aria-label={label}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}

/** Fields side by side where there is room. */
export function FormRow({ children }: { children: ReactNode }): ReactNode {
  return <div className={styles.row}>{children}</div>
}

/** The buttons that close a form: the main one last. */
export function FormActions({ children }: { children: ReactNode }): ReactNode {
  return <div className={styles.actions}>{children}</div>
}
