import { useState, type ReactNode } from 'react'
import { officeTexts } from '#texts/platform/lists.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useTypedConfirmation, type TypedConfirmation } from '#web/platform/ui/useTypedConfirmation.tsx'
import styles from './DeleteDialog.module.css'

export type DeleteDialogProps = {
  title: string
  /** What will be deleted, in full. */
  children: ReactNode
  done: string
  failed: string
  /** The verb, if it is not « Supprimer ». */
  confirmLabel?: string | undefined
  /** primary: nothing is destroyed, such as by a restoration. */
  look?: 'danger' | 'primary' | undefined
  /** The deletion is not allowed now: `children` state why, and only closing is offered. */
  isForbidden?: boolean | undefined
  /** Must be typed before the confirmation. */
  typing?: TypedConfirmation | undefined
  /** Offered by the toast after the deletion. */
  undo?: (() => void) | undefined
  /** Makes the call. The dialog shows the refusal that it throws. */
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** The confirmation of a deletion. On a refusal it stays open and shows the reason. It mounts open. */
export function DeleteDialog(props: DeleteDialogProps): ReactNode {
  const { look = 'danger' } = props
  const toasts = useToasts()
  const [isPending, setPending] = useState(false)
  const [reason, setReason] = useState<string | null>(null)
  const confirm = async () => {
    setPending(true)
    setReason(null)
    try {
      await props.onConfirm()
      const { undo } = props
      toasts.success(props.done, undo && { action: { label: uiTexts.undo, onAction: undo } })
      props.onClose()
    } catch (error) {
      toasts.error(props.failed)
      setReason(sentenceOf(error))
      setPending(false)
    }
  }
  const { isReady, field } = useTypedConfirmation(props.typing, () => void confirm())
  return (
    <Dialog
      title={props.title}
      isOpen
      onClose={props.onClose}
      size="small"
      role="alertdialog"
      isBusy={isPending}
      footer={
        <>
          <Button
            onPress={props.onClose}
            isDisabled={isPending}
            autoFocus={look === 'danger' && field === null}
          >
            {props.isForbidden === true ? uiTexts.close : uiTexts.cancel}
          </Button>
          {props.isForbidden !== true && (
            <Button
              look={look}
              onPress={() => void confirm()}
              isPending={isPending}
              isDisabled={!isReady}
              autoFocus={look === 'primary'}
            >
              {props.confirmLabel ?? officeTexts.remove}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.content}>
        {props.children}
        {field}
        {reason !== null && (
          <Banner tone="danger" isLive>
            {reason}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
