import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Pencil } from 'lucide-react'
import { panelTexts } from '#texts/vault/panel.ts'
import { IconButton } from '#web/platform/ui/Button.tsx'
import type { FormField } from '#web/platform/ui/useForm.ts'
import { InlineEditing } from './InlineEditing.tsx'
import { Shown } from './Shown.tsx'
import styles from './InlineField.module.css'

export type EditorProps = FormField<string> & { label: string; isDisabled: boolean; isRequired?: boolean }

export type InlineFieldProps = {
  label: string
  /** The editor's label, where it is not the field's own. */
  editLabel?: string
  /** What stands there when it is not being edited. */
  children: ReactNode
  /** Controls beside the value: copy, reveal. */
  actions?: ReactNode
  /** What the editor starts with; empty for a secret, whose mask is never sent. */
  initial: string
  /**
   * Without it there is no edit icon. The one of the moment at which editing begins is called: what was read then is
   * what it starts from. A FieldConflict that it throws shows both values.
   */
  onSave?: ((value: string) => Promise<void>) | undefined
  check?: ((value: string) => string | null) | undefined
  editor: (props: EditorProps) => ReactNode
  /** The value that somebody else saved, beside what was typed; `children` unless told. */
  theirs?: ReactNode
  /** The category asks for it: an asterisk beside the label. */
  isRequired?: boolean | undefined
  /** Enter makes a new line instead of saving. */
  isMultiline?: boolean | undefined
  /** Opens in editing each time that it changes, 0 aside. */
  editRequest?: number | undefined
}

/** A value that its edit icon makes editable in place, with validate and cancel. What did not change is not sent. */
export function InlineField(props: InlineFieldProps): ReactNode {
  const { label, onSave, editRequest = 0 } = props
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
        <InlineEditing {...props} onSave={onSave} onClose={() => setEditing(false)} />
      ) : (
        <>
          <div className={styles.label}>
            {label}
            {props.isRequired === true && <span title={panelTexts.required}> *</span>}
          </div>
          <div className={styles.line}>
            <div className={styles.value}>
              <Shown>{props.children}</Shown>
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
