import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Pencil } from 'lucide-react'
import { panelTexts } from '#texts/vault/contents.ts'
import { IconButton } from '#web/platform/ui/Button.tsx'
import { InlineEditing, type InlineFieldProps } from './InlineEditing.tsx'
import { Shown } from './Shown.tsx'
import styles from './InlineField.module.css'

/** A value with an edit icon that makes it editable in place. An unchanged value is not sent. */
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
  // The focus returns to the edit icon when the editor closes; to the first button of the panel where there is none any more.
  useEffect(() => {
    if (wasEditing.current && !isEditing)
      (edit.current ?? field.current?.closest('aside, section')?.querySelector('button'))?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  // On a request during an edit, the editor keeps its text and takes the focus.
  useEffect(() => {
    if (editRequest > 0) field.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [editRequest])
  return (
    <div ref={field} className={styles.field}>
      {isEditing ? (
        <InlineEditing {...props} onClose={() => setEditing(false)} />
      ) : (
        <>
          <div className={styles.label}>
            {label}
            {props.isRequired === true && <span className={styles.required}> {panelTexts.required}</span>}
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
