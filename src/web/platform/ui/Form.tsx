import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import styles from './Form.module.css'

export type FormProps = {
  children: ReactNode
  onSubmit: () => void
  id?: string | undefined
  name?: string | undefined
  /** Raised at each refused submission (useForm does): moves the focus to the first wrong field. */
  refusals?: number | undefined
  /** What was submitted is under way: nothing is submitted again. */
  isPending?: boolean | undefined
  'aria-label'?: string | undefined
}

/** A form: Enter submits; what is wrong is said at the fields, not by the browser's bubbles. */
export function Form(props: FormProps): ReactNode {
  const { refusals = 0, isPending = false } = props
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])
  const submit = () => {
    if (!isPending) props.onSubmit()
  }
  return (
    <form
      ref={form}
      id={props.id}
      name={props.name}
      aria-label={props['aria-label']}
      className={styles.form}
      noValidate
      onKeyDown={(event) => {
        // A browser ignores Enter where submit is disabled; whoever types fast presses it before the checks ran.
        if (!isEnterInLine(event) || !isSubmitDisabled(event.currentTarget)) return
        event.preventDefault()
        submit()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        submit()
      }}
    >
      {props.children}
    </form>
  )
}

const notLines = new Set(['checkbox', 'radio', 'file', 'submit', 'button'])

/** Enter in a line of text of this very form: React also brings what happens in dialogs opened from it. */
export const isEnterInLine = ({
  key,
  nativeEvent,
  target,
  currentTarget,
}: KeyboardEvent<HTMLElement>): boolean =>
  key === 'Enter' &&
  !nativeEvent.isComposing &&
  target instanceof HTMLInputElement &&
  !notLines.has(target.type) &&
  currentTarget.contains(target)

const isSubmitDisabled = (form: HTMLFormElement): boolean =>
  [...form.elements].some((one) => one instanceof HTMLButtonElement && one.type === 'submit' && one.disabled)

/** Fields side by side where there is room. */
export function FormRow({ children }: { children: ReactNode }): ReactNode {
  return <div className={styles.row}>{children}</div>
}
