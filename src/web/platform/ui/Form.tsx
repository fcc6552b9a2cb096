import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { uiTexts } from '#texts/platform/ui.ts'
import styles from './Form.module.css'

export type FormProps = {
  children: ReactNode
  onSubmit: () => void
  id?: string | undefined
  name?: string | undefined
  /** Incremented on each refused submission (by useForm): moves the focus to the first invalid field. */
  refusals?: number | undefined
  /** A submission is in progress: ignore further ones. */
  isPending?: boolean | undefined
  /** There is unsaved input, of a form outside dialogs: it is kept when the session ends. */
  isUnsaved?: boolean | undefined
  'aria-label'?: string | undefined
}

/** A form. Enter submits it. Faults are shown at the fields, not by the browser. */
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
      data-unsaved={props.isUnsaved === true || undefined}
      noValidate
      onKeyDown={(event) => {
        // Browsers ignore Enter while submit is disabled, as it still is before the debounced checks ran.
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
      <p className={styles.legend}>{uiTexts.requiredLegend}</p>
      {props.children}
    </form>
  )
}

const notLines = new Set(['checkbox', 'radio', 'file', 'submit', 'button'])

/** Returns whether the event is Enter in a field of this form. React events bubble from portals too. */
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
