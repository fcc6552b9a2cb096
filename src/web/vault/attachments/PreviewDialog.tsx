import type { ReactNode } from 'react'
import { attachmentTexts } from '#texts/vault/attachments.ts'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import styles from './Attachments.module.css'
import type { Preview } from './preview.ts'

type PreviewDialogProps = { name: string; shown: Preview; onClose: () => void }

/**
 * A picture, or a PDF in the browser's own viewer. Chromium blocks that viewer in any frame with `sandbox`; what keeps the
 * PDF apart is the viewer's own process, the fixed type of the blob and the page's policy (docs/security.md).
 */
export const PreviewDialog = ({ name, shown: { url, type }, onClose }: PreviewDialogProps): ReactNode => (
  <Dialog title={name} size="large" isOpen onClose={onClose}>
    {type === 'application/pdf' ? (
      <iframe
        className={styles.document}
        src={url}
        title={attachmentTexts.previewOf(name)}
        referrerPolicy="no-referrer"
        allow=""
      />
    ) : (
      <img className={styles.picture} src={url} alt={attachmentTexts.previewOf(name)} />
    )}
  </Dialog>
)
