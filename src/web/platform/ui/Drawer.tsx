import type { ReactNode } from 'react'
import { X } from 'lucide-react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { uiTexts } from '#texts/platform/ui.ts'
import { IconButton } from './Button.tsx'
import styles from './Drawer.module.css'

/** A panel from the side over a narrow page, with a close button. */
export function Drawer(props: { label: string; onClose: () => void; children: ReactNode }): ReactNode {
  return (
    <ModalOverlay
      className={styles.veil ?? ''}
      isOpen
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      isDismissable
    >
      <Modal className={styles.drawer ?? ''}>
        <Dialog aria-label={props.label} className={styles.content ?? ''}>
          <span className={styles.close}>
            <IconButton label={uiTexts.close} icon={<X />} onPress={props.onClose} />
          </span>
          {props.children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
