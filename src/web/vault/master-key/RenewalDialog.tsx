import type { ReactNode } from 'react'
import { masterKeyTexts } from '#texts/vault/master-key.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { ProgressBar } from '#web/platform/ui/ProgressBar.tsx'
import type { LockState } from './queries.ts'
import styles from './MasterKeyDialog.module.css'

const texts = masterKeyTexts.renewal

/** The progress of resealing a chest's content. Closing the dialog does not stop it. */
export function RenewalDialog(props: {
  chestName: string
  renewal: LockState['renewal']
  onClose: () => void
}): ReactNode {
  const { renewal } = props
  return (
    <Dialog
      title={renewal === null ? texts.doneTitle : texts.title}
      size="small"
      isOpen
      onClose={props.onClose}
      footer={
        <Button look="primary" onPress={props.onClose} autoFocus>
          {uiTexts.close}
        </Button>
      }
    >
      <div className={styles.renewal}>
        <p className={styles.intro}>{props.chestName}</p>
        {renewal === null ? (
          <p role="status">{texts.done}</p>
        ) : (
          <>
            <ProgressBar
              label={texts.label}
              value={renewal.done}
              total={renewal.total}
              detail={texts.progress(renewal.done, renewal.total)}
            />
            <p>{texts.goesOn}</p>
          </>
        )}
      </div>
    </Dialog>
  )
}
