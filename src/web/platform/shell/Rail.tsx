import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { shellTexts } from '#texts/platform/shell.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { IconButton } from '#web/platform/ui/Button.tsx'
import { useMedia } from '#web/platform/ui/useMedia.ts'
import { officePages } from './officePages.ts'
import styles from './Rail.module.css'
import { useSession } from './session.ts'

/** The back-office pages of the caller's role, toggled in the bar. On a narrow page it is a drawer. */
export function Rail({ onClose }: { onClose: () => void }): ReactNode {
  const isDrawer = useMedia('(width < 700px)')
  if (!isDrawer) return <Pages />
  return (
    <ModalOverlay
      className={styles.veil ?? ''}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isDismissable
    >
      <Modal className={styles.drawer ?? ''}>
        <Dialog aria-label={shellTexts.backOffice} className={styles.content ?? ''}>
          <span className={styles.close}>
            <IconButton label={uiTexts.close} icon={<X />} onPress={onClose} />
          </span>
          <Pages onFollow={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function Pages({ onFollow }: { onFollow?: () => void }): ReactNode {
  const { permissions } = useSession()
  return (
    <nav aria-label={shellTexts.backOffice} className={styles.rail}>
      <p className={styles.title}>{shellTexts.backOffice}</p>
      {officePages
        .filter(({ permission }) => permissions.includes(permission))
        .map(({ to, label, Icon }) => (
          <Link
            key={to}
            to={to}
            replace
            className={styles.link ?? ''}
            activeProps={{ 'aria-current': 'page' }}
            // The entry stays marked whatever the filters of its page.
            activeOptions={{ includeSearch: false }}
            onClick={onFollow}
          >
            <Icon aria-hidden="true" />
            {label}
          </Link>
        ))}
    </nav>
  )
}
