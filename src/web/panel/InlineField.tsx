import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Check, Pencil, X } from 'lucide-react'
import { panelTexts } from '#texts/panel.ts'
import { isCode, sentenceOf } from '#web/api/errors.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { isEnterInLine } from '#web/ui/Form.tsx'
import { useToasts } from '#web/ui/Toast.tsx'
import { useForm, type FormField } from '#web/ui/useForm.ts'
import styles from './InlineField.module.css'

export type EditorProps = FormField<string> & { label: string; isDisabled: boolean }

export type InlineFieldProps = {
  label: string
  /** What stands there when it is not being edited. */
  children: ReactNode
  /** Controls beside the value: copy, reveal. */
  actions?: ReactNode
  /** What the editor starts with; empty for a secret, whose mask is never sent. */
  initial: string
  /** Without it there is no edit icon. */
  onSave?: ((value: string) => Promise<void>) | undefined
  check?: ((value: string) => string | null) | undefined
  editor: (props: EditorProps) => ReactNode
  /** Enter makes a new line instead of saving. */
  isMultiline?: boolean | undefined
  /** Opens in editing each time that it changes, 0 aside. */
  editRequest?: number | undefined
}

/** A value that its edit icon makes editable in place, with validate and cancel. What did not change is not sent. */
export function InlineField(props: InlineFieldProps): ReactNode {
  const { label, initial, onSave, check, editRequest = 0 } = props
  const edit = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLDivElement>(null)
  const wasEditing = useRef(false)
  const [isEditing, setEditing] = useState(false)
  const [heard, setHeard] = useState(0)
  if (heard !== editRequest) {
    setHeard(editRequest)
    if (editRequest > 0 && onSave !== undefined) setEditing(true)
  }
  // The editor goes with the focus in it: the icon that opened it takes it back.
  useEffect(() => {
    if (wasEditing.current && !isEditing) edit.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  // Asked for while it is being edited already: nothing typed is lost, the focus goes there.
  useEffect(() => {
    if (editRequest > 0) field.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [editRequest])
  return (
    <div ref={field} className={styles.field}>
      {isEditing && onSave !== undefined ? (
        <Editing
          {...props}
          initial={initial}
          onSave={onSave}
          check={check ?? (() => null)}
          onClose={() => setEditing(false)}
        />
      ) : (
        <>
          <div className={styles.label}>{label}</div>
          <div className={styles.line}>
            <div className={styles.value}>
              {isNothing(props.children) ? (
                <span className={styles.none}>{panelTexts.none}</span>
              ) : (
                props.children
              )}
            </div>
            <div className={styles.actions}>
              {props.actions}
              {onSave !== undefined && (
                <IconButton
                  ref={edit}
                  label={panelTexts.edit(label)}
                  icon={<Pencil />}
                  size="small"
                  onPress={() => setEditing(true)}
                />
              )}
            </div>
          </div>
        </>
      )}
    </div>
  )
}

const isNothing = (content: ReactNode) =>
  content === '' || content === null || content === undefined || content === false

type EditingProps = InlineFieldProps & {
  onSave: (value: string) => Promise<void>
  check: (value: string) => string | null
  onClose: () => void
}

function Editing(props: EditingProps): ReactNode {
  const { label, initial, children, onSave, check, editor, isMultiline, onClose } = props
  const toasts = useToasts()
  const frame = useRef<HTMLFormElement>(null)
  const [started] = useState(initial)
  const form = useForm({ value: initial }, { value: check })
  const [isPending, setPending] = useState(false)

  // A disabled field loses the focus: once refused, it has it again.
  useEffect(() => {
    if (form.refusals > 0) frame.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form.refusals])

  const save = () => {
    if (isPending) return
    if (form.isDirty) form.submit(({ value }) => void send(value))
    else onClose()
  }
  const send = async (value: string) => {
    setPending(true)
    try {
      await onSave(value)
      onClose()
    } catch (problem) {
      toasts.error(panelTexts.updateFailed)
      form.fail('value', isCode(problem, 'EDIT_CONFLICT') ? panelTexts.conflict : sentenceOf(problem))
      setPending(false)
    }
  }

  return (
    <form
      ref={frame}
      className={styles.editing}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        save()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
        else if (isMultiline === true ? isEnterWithControl(event) : isEnterInLine(event)) save()
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <div className={styles.editor}>
        {editor({ ...form.field('value'), label, isDisabled: isPending })}
        {/* Somebody else saved meanwhile: theirs stands beside what was typed. */}
        {initial !== started && (
          <div className={styles.theirs}>
            <span className={styles.label}>{panelTexts.now}</span>{' '}
            {isNothing(children) ? <span className={styles.none}>{panelTexts.none}</span> : children}
          </div>
        )}
      </div>
      <div className={styles.decide}>
        <IconButton
          label={panelTexts.validate}
          icon={<Check />}
          size="small"
          isPending={isPending}
          isDisabled={form.isDirty && !form.isReady}
          type="submit"
        />
        <IconButton
          label={panelTexts.cancel}
          icon={<X />}
          size="small"
          isDisabled={isPending}
          onPress={onClose}
        />
      </div>
    </form>
  )
}

const isEnterWithControl = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' && (event.ctrlKey || event.metaKey)
