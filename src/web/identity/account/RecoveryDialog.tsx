import { useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Download, Printer } from 'lucide-react'
import { accountSecurityTexts } from '#texts/identity/account.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Button, ButtonLink } from '#web/platform/ui/Button.tsx'
import { CopyButton } from '#web/platform/ui/CopyButton.tsx'
import { ConfirmDialog, Dialog } from '#web/platform/ui/Dialog.tsx'
import styles from './Recovery.module.css'

const texts = accountSecurityTexts.recovery

/** The new recovery codes, shown only now: to copy, save or print. */
export function RecoveryDialog(props: {
  login: string
  codes: readonly string[]
  onClose: () => void
}): ReactNode {
  const { login, codes, onClose } = props
  const [isKept, setKept] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const asText = `${[texts.fileTitle(login), '', ...codes].join('\r\n')}\r\n`
  const close = () => (isKept ? onClose() : setAsking(true))
  return (
    <>
      <Dialog
        title={texts.shownTitle}
        isOpen
        onClose={close}
        footer={
          <Button look="primary" onPress={onClose}>
            {texts.kept}
          </Button>
        }
      >
        <div className={styles.content}>
          <Banner tone="attention">{texts.shown}</Banner>
          <ol className={styles.codes} aria-label={texts.list} translate="no">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ol>
          <p>{texts.stays}</p>
          <div className={styles.ways}>
            <CopyButton label={texts.copyAll} source={codes.join('\n')} onCopied={() => setKept(true)} />
            <span onClickCapture={() => setKept(true)}>
              <ButtonLink
                href={`data:text/plain;charset=utf-8,${encodeURIComponent(asText)}`}
                download={texts.fileName}
                icon={<Download />}
              >
                {texts.download}
              </ButtonLink>
            </span>
            <Button
              icon={<Printer />}
              onPress={() => {
                setKept(true)
                window.print()
              }}
            >
              {texts.print}
            </Button>
          </div>
        </div>
      </Dialog>
      {isAsking && (
        <ConfirmDialog
          isOpen
          title={texts.notKept.title}
          confirmLabel={texts.notKept.close}
          onConfirm={onClose}
          onClose={() => setAsking(false)}
        >
          <p>{texts.notKept.detail}</p>
        </ConfirmDialog>
      )}
      {createPortal(
        <div className={styles.sheet} aria-hidden="true">
          <h1>{texts.fileTitle(login)}</h1>
          <ol className={styles.codes}>
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ol>
        </div>,
        document.body,
      )}
    </>
  )
}
