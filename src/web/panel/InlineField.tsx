import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Check, Pencil, X } from 'lucide-react'
import { panelTexts } from '#texts/panel.ts'
import { isCode, sentenceOf } from '#web/api/errors.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { useToasts } from '#web/ui/Toast.tsx'
import styles from './InlineField.module.css'

export type EditorProps = {
  label: string
  value: string
  onChange: (value: string) => void
  error: string | null
  isDisabled: boolean
}

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

function Editing({ label, initial, onSave, check, editor, isMultiline, onClose }: EditingProps): ReactNode {
  const toasts = useToasts()
  const [value, setValue] = useState(initial)
  const [error, setError] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)

  const save = async () => {
    if (value === initial) return onClose()
    const wrong = check(value)
    if (wrong !== null) return setError(wrong)
    setPending(true)
    try {
      await onSave(value)
      onClose()
    } catch (problem) {
      toasts.error(panelTexts.updateFailed)
      setError(isCode(problem, 'EDIT_CONFLICT') ? panelTexts.conflict : sentenceOf(problem))
      setPending(false)
    }
    return undefined
  }

  return (
    <form
      className={styles.editing}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        void save()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
        else if (event.key === 'Enter' && isMultiline === true && (event.ctrlKey || event.metaKey))
          void save()
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <div className={styles.editor}>
        {editor({
          label,
          value,
          onChange: (next) => {
            setValue(next)
            setError(null)
          },
          error,
          isDisabled: isPending,
        })}
      </div>
      <div className={styles.decide}>
        <IconButton
          label={panelTexts.validate}
          icon={<Check />}
          size="small"
          isPending={isPending}
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
