import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { X } from 'lucide-react'
import { uiTexts } from '#texts/platform/ui.ts'
import { Button, IconButton } from './Button.tsx'
import styles from './Dialog.module.css'
import { cx } from './given.ts'
import { useTypedConfirmation, type TypedConfirmation } from './useTypedConfirmation.tsx'
import { useUnloadQuestion } from './useUnloadQuestion.ts'

/** Closes the dialog by Escape while nothing has the focus: the focused element may just have left it. */
function EscapeWithoutFocus({ onPress }: { onPress: () => void }): ReactNode {
  const place = useRef<HTMLSpanElement>(null)
  const press = useEffectEvent(onPress)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isBehindAnother = place.current?.closest('[inert]') !== null
      if (event.key === 'Escape' && event.target === document.body && !isBehindAnother) press()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return <span ref={place} hidden />
}

type DiscardTexts = { readonly [part in keyof (typeof uiTexts)['discard']]: string }

export type DialogProps = {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  /** Buttons, the primary one last. A submit button names its form by id (`form`). */
  footer?: ReactNode
  /** There is unsaved input: Escape, the close button and a click outside ask for confirmation. */
  isDirty?: boolean | undefined
  /** The texts of that confirmation, if not about unsaved input. */
  discard?: DiscardTexts | undefined
  /** A task is running: it cannot be closed. */
  isBusy?: boolean | undefined
  /** A click outside does not close it: its content would be lost. */
  isHeld?: boolean | undefined
  /** full: the whole window, and as high whatever it shows. */
  size?: 'small' | 'medium' | 'large' | 'full' | undefined
  /** alertdialog: a question that needs an answer. */
  role?: 'dialog' | 'alertdialog' | undefined
}

/** A modal dialog, which traps the focus and returns it. Its content mounts on opening, with fresh state. */
export function Dialog(props: DialogProps): ReactNode {
  const [isAsking, setAsking] = useState(false)
  useUnloadQuestion(props.isOpen && props.isDirty === true)
  const close = () => {
    if (props.isBusy === true) return
    if (props.isDirty === true) setAsking(true)
    else props.onClose()
  }
  const discard = () => {
    setAsking(false)
    props.onClose()
  }
  return (
    <>
      <ModalOverlay
        className={styles.veil ?? ''}
        data-veil={props.isDirty === true ? 'unsaved' : ''}
        isOpen={props.isOpen}
        onOpenChange={(isOpen) => !isOpen && close()}
        isDismissable={props.role !== 'alertdialog' && props.isHeld !== true}
      >
        <Modal className={cx(styles.modal, styles[props.size ?? 'medium'])}>
          <AriaDialog className={styles.dialog ?? ''} role={props.role ?? 'dialog'}>
            <header className={styles.header}>
              <Heading slot="title" className={styles.title ?? ''}>
                {props.title}
              </Heading>
              <IconButton
                label={uiTexts.close}
                icon={<X />}
                size="small"
                onPress={close}
                isDisabled={props.isBusy}
              />
            </header>
            <div className={styles.body}>{props.children}</div>
            <EscapeWithoutFocus onPress={close} />
            {props.footer !== undefined && <footer className={styles.footer}>{props.footer}</footer>}
          </AriaDialog>
        </Modal>
      </ModalOverlay>
      {isAsking && props.isOpen && (
        <DiscardDialog texts={props.discard} onKeep={() => setAsking(false)} onDiscard={discard} />
      )}
    </>
  )
}

type DiscardDialogProps = { texts?: DiscardTexts | undefined; onKeep: () => void; onDiscard: () => void }

/** The confirmation before unsaved input is discarded. */
export function DiscardDialog({ texts = uiTexts.discard, ...props }: DiscardDialogProps): ReactNode {
  return (
    <Dialog
      title={texts.title}
      size="small"
      role="alertdialog"
      isOpen
      onClose={props.onKeep}
      footer={
        <>
          <Button onPress={props.onKeep} autoFocus>
            {texts.keep}
          </Button>
          <Button look="danger" onPress={props.onDiscard}>
            {texts.discard}
          </Button>
        </>
      }
    >
      <p>{texts.detail}</p>
    </Dialog>
  )
}

export type ConfirmDialogProps = {
  title: string
  isOpen: boolean
  onClose: () => void
  /** May be asynchronous: the button shows it, and the dialog closes on success. */
  onConfirm: () => void | Promise<void>
  /** What will be deleted or changed, in full. */
  children: ReactNode
  /** The verb, not « OK ». */
  confirmLabel: string
  look?: 'primary' | 'danger' | undefined
  /** What will be deleted is being counted: the confirmation waits. */
  isWaiting?: boolean | undefined
  /** Must be typed before the confirmation. */
  typing?: TypedConfirmation | undefined
}

/** A confirmation. The focus starts on the cancel button of a destructive one. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const [isPending, setPending] = useState(false)
  const look = props.look ?? 'danger'
  const confirm = async () => {
    setPending(true)
    try {
      await props.onConfirm()
      props.onClose()
    } finally {
      setPending(false)
    }
  }
  const { isReady, field } = useTypedConfirmation(props.typing, () => void confirm())
  return (
    <Dialog
      title={props.title}
      isOpen={props.isOpen}
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
            {uiTexts.cancel}
          </Button>
          <Button
            look={look}
            onPress={() => void confirm()}
            isPending={isPending}
            isDisabled={!isReady || props.isWaiting === true}
            autoFocus={look === 'primary'}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      {props.children}
      {field !== null && <div className={styles.typed}>{field}</div>}
    </Dialog>
  )
}
