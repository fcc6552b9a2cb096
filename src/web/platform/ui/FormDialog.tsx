import { useId, type ReactNode } from 'react'
import { uiTexts } from '#texts/platform/ui.ts'
import { Button } from './Button.tsx'
import { Dialog, type DialogProps } from './Dialog.tsx'
import { Form } from './Form.tsx'

export type FormDialogProps = Pick<DialogProps, 'title' | 'size' | 'isDirty' | 'onClose' | 'children'> & {
  /** The verb, not « OK ». */
  submitLabel: string
  onSubmit: () => void
  /** Whether all fields are valid. */
  isReady: boolean
  /** A submission is in progress. */
  isPending?: boolean | undefined
  refusals?: number | undefined
}

/** A dialog with one form, its cancel and its submit button. It mounts open. */
export function FormDialog(props: FormDialogProps): ReactNode {
  const { isPending = false, onClose } = props
  const id = useId()
  return (
    <Dialog
      title={props.title}
      isOpen
      size={props.size}
      onClose={onClose}
      isDirty={props.isDirty}
      isBusy={isPending}
      footer={
        <>
          <Button onPress={onClose} isDisabled={isPending}>
            {uiTexts.cancel}
          </Button>
          <Button type="submit" form={id} look="primary" isPending={isPending} isDisabled={!props.isReady}>
            {props.submitLabel}
          </Button>
        </>
      }
    >
      <Form id={id} onSubmit={props.onSubmit} refusals={props.refusals} isPending={isPending}>
        {props.children}
      </Form>
    </Dialog>
  )
}
