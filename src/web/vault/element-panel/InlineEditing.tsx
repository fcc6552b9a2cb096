import { use, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Check, X } from 'lucide-react'
import { uiTexts } from '#texts/platform/ui.ts'
import { panelTexts } from '#texts/vault/contents.ts'
import { lostRightTexts } from '#texts/vault/element-panel.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { IconButton } from '#web/platform/ui/Button.tsx'
import { DiscardDialog } from '#web/platform/ui/Dialog.tsx'
import { isEnterInLine } from '#web/platform/ui/Form.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useForm, type FormField } from '#web/platform/ui/useForm.ts'
import { ConflictBox } from './ConflictBox.tsx'
import { FieldConflict } from './conflicts.ts'
import styles from './InlineField.module.css'
import { Shown } from './Shown.tsx'
import { UnsavedContext } from './unsaved.ts'

export type EditorProps = FormField<string> & { label: string; isDisabled: boolean; isRequired?: boolean }

export type InlineFieldProps = {
  label: string
  /** The editor's label, if it differs from the field's. */
  editLabel?: string
  /** The value while it is not edited. */
  children: ReactNode
  /** Buttons beside the value: copy, reveal. */
  actions?: ReactNode
  /** The editor's first value. Empty for a secret, whose mask is never sent. */
  initial: string
  /**
   * Saves the value; without it there is no edit icon. The function from the start of the edit is called, so
   * that a save starts from the revision read then. A thrown FieldConflict shows both values.
   */
  onSave?: ((value: string) => Promise<void>) | undefined
  check?: ((value: string) => string | null) | undefined
  editor: (props: EditorProps) => ReactNode
  /** The value that another user saved; `children` by default. */
  theirs?: ReactNode
  /** Whether the category requires a value. The label then has an asterisk. */
  isRequired?: boolean | undefined
  /** Whether Enter inserts a line break instead of saving. */
  isMultiline?: boolean | undefined
  /** Starts editing on each change, except to 0. */
  editRequest?: number | undefined
}

type Save = (value: string) => Promise<void>
type InlineEditingProps = InlineFieldProps & { onClose: () => void }

const noCheck = () => null

/**
 * A field in editing: the editor with its save and cancel buttons, and both values on a conflict. When the right to save is
 * taken meanwhile, what is typed stays, and is saved if the right is given again.
 */
export function InlineEditing(props: InlineEditingProps): ReactNode {
  const { label, initial, children, check = noCheck, editor, isMultiline, onClose } = props
  const { theirs = children } = props
  const toasts = useToasts()
  const frame = useRef<HTMLFormElement>(null)
  const [began] = useState({ initial, onSave: props.onSave })
  const maySave = props.onSave !== undefined
  const form = useForm({ value: initial }, { value: check })
  const [isPending, setPending] = useState(false)
  const [conflict, setConflict] = useState<FieldConflict | null>(null)

  const [isGivingUp, setGivingUp] = useState(false)
  const { isDirty } = form
  const isOver = !maySave && !isDirty
  useEffect(() => {
    if (isOver) onClose()
  }, [isOver, onClose])
  const count = use(UnsavedContext)
  useEffect(() => {
    if (!isDirty) return undefined
    count(1)
    return () => count(-1)
  }, [isDirty, count])

  // A disabled field loses the focus: give it back after a refusal.
  useEffect(() => {
    if (form.refusals > 0) frame.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form.refusals])

  const save = () => {
    // During a conflict, only its buttons save.
    if (isPending || conflict !== null || !maySave) return
    const { onSave } = began
    if (isDirty && onSave !== undefined) form.submit(({ value }) => void send(onSave, value))
    else onClose()
  }
  const send = async (put: Save, value: string) => {
    setPending(true)
    try {
      await put(value)
      if (conflict !== null) toasts.withdraw(panelTexts.updateFailed)
      onClose()
    } catch (problem) {
      toasts.error(panelTexts.updateFailed)
      setPending(false)
      if (problem instanceof FieldConflict) return setConflict(problem)
      setConflict(null)
      form.fail('value', sentenceOf(problem))
    }
  }

  return (
    <form
      ref={frame}
      className={styles.editing}
      data-unsaved={isDirty || undefined}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        save()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          if (isDirty) setGivingUp(true)
          else onClose()
        } else if (isMultiline === true ? isEnterWithControl(event) : isEnterInLine(event)) save()
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <div className={styles.editor}>
        {editor({
          ...form.field('value'),
          label: conflict === null ? (props.editLabel ?? label) : panelTexts.conflict.mine,
          isRequired: props.isRequired === true,
          isDisabled: isPending,
        })}
        {props.isRequired === true && <p className={styles.label}>{uiTexts.requiredLegend}</p>}
        {conflict !== null && (
          <ConflictBox
            by={conflict.by}
            isPending={isPending}
            isReady={form.isReady && maySave}
            onKeepMine={() => form.submit(({ value }) => void send(conflict.keepMine, value))}
            onTakeTheirs={() => {
              toasts.withdraw(panelTexts.updateFailed)
              onClose()
            }}
          >
            {theirs}
          </ConflictBox>
        )}
        {/* There before its message: screen readers ignore a live region that is inserted with it. */}
        <div role="status">
          {!maySave && isDirty && (
            <Banner tone="attention" title={lostRightTexts.title}>
              {lostRightTexts.detail}
            </Banner>
          )}
        </div>
        {/* Another user saved meanwhile: show their value below the editor. */}
        {conflict === null && initial !== began.initial && (
          <div className={styles.theirs}>
            <span className={styles.label}>{panelTexts.now}</span> <Shown>{theirs}</Shown>
          </div>
        )}
      </div>
      {conflict === null && (
        <div className={styles.decide}>
          <IconButton
            label={panelTexts.validate}
            icon={<Check />}
            size="small"
            isPending={isPending}
            isDisabled={!maySave || (isDirty && !form.isReady)}
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
      )}
      {isGivingUp && <DiscardDialog onKeep={() => setGivingUp(false)} onDiscard={onClose} />}
    </form>
  )
}

const isEnterWithControl = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' && (event.ctrlKey || event.metaKey)
