import type { ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { X } from 'lucide-react'
import { uiTexts } from '#texts/platform/ui.ts'
import { IconButton } from './Button.tsx'
import styles from './SidePanel.module.css'
import { narrowScreen, useMedia } from './useMedia.ts'

export type SidePanelProps = {
  title: ReactNode
  /** The panel's accessible name. */
  label: string
  isOpen: boolean
  onClose: () => void
  /** Icon buttons beside the close button. */
  actions?: ReactNode
  footer?: ReactNode
  children: ReactNode
}

/** A non-modal panel on the right of a list; a modal sheet on a narrow screen. Escape closes it. */
export function SidePanel(props: SidePanelProps): ReactNode {
  const isNarrow = useMedia(narrowScreen)
  if (isNarrow) {
    return (
      <ModalOverlay
        className={styles.veil ?? ''}
        data-sheet=""
        isOpen={props.isOpen}
        onOpenChange={(isOpen) => !isOpen && props.onClose()}
        isDismissable
      >
        <Modal className={styles.sheet ?? ''}>
          <AriaDialog aria-label={props.label} className={styles.panel ?? ''}>
            <PanelContent {...props} />
          </AriaDialog>
        </Modal>
      </ModalOverlay>
    )
  }
  if (!props.isOpen) return null
  return (
    <aside
      className={`${styles.panel} ${styles.aside}`}
      aria-label={props.label}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.stopPropagation()
        props.onClose()
      }}
    >
      <PanelContent {...props} />
    </aside>
  )
}

function PanelContent(props: SidePanelProps): ReactNode {
  return (
    <>
      <header className={styles.header}>
        <h2 className={styles.title}>{props.title}</h2>
        <div className={styles.actions}>
          {props.actions}
          <IconButton label={uiTexts.close} icon={<X />} onPress={props.onClose} />
        </div>
      </header>
      <div className={styles.body}>{props.children}</div>
      {props.footer !== undefined && <footer className={styles.footer}>{props.footer}</footer>}
    </>
  )
}
