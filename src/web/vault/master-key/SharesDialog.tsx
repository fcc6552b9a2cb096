import { useEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Printer } from 'lucide-react'
import { recoveryTexts } from '#texts/vault/master-key.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { CopyButton } from '#web/platform/ui/CopyButton.tsx'
import { ConfirmDialog, Dialog } from '#web/platform/ui/Dialog.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { makeShares } from './shares.ts'
import { QrPicture } from '#web/platform/ui/QrPicture.tsx'
import styles from './SharesDialog.module.css'

const texts = recoveryTexts

export type SharesDialogProps = {
  chest: { id: number; name: string }
  masterKey: string
  wish: { count: number; needed: number }
  onClose: () => void
}

/** Groups the share for copying by hand. The spaces are not part of it. */
const inGroups = (text: string) =>
  text
    .split('-')
    .map((part, at, all) => (at === all.length - 2 ? part.replaceAll(/.{5}(?=.)/g, '$& ') : part))
    .join('-')

type Made = { text: string; qr: boolean[][] }

/** Shows the recovery shares of a key once, and prints each on its own sheet. They are not stored. */
export function SharesDialog({ chest, masterKey, wish, onClose }: SharesDialogProps): ReactNode {
  const toasts = useToasts()
  const [shares, setShares] = useState<readonly Made[] | null>(null)
  const [isPrinted, setPrinted] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const { count, needed } = wish

  useEffect(() => {
    let isGone = false
    const make = async () => {
      const [maths, { encodeQR }] = await Promise.all([import('shamir-secret-sharing'), import('qr')])
      const made = await makeShares(maths, { chestId: chest.id, masterKey, count, needed })
      return made.map((text) => ({ text, qr: encodeQR(text, 'raw', { ecc: 'medium', border: 2 }) }))
    }
    make().then(
      (made) => {
        if (!isGone) setShares(made)
      },
      () => {
        if (isGone) return
        toasts.error(texts.failed)
        onClose()
      },
    )
    return () => {
      isGone = true
    }
  }, [chest.id, masterKey, count, needed, onClose, toasts])

  const close = () => (isPrinted || shares === null ? onClose() : setAsking(true))
  return (
    <>
      <Dialog
        title={texts.title}
        size="large"
        isOpen
        onClose={close}
        footer={
          <>
            <Button onPress={close}>{texts.close}</Button>
            <Button
              look="primary"
              icon={<Printer />}
              autoFocus
              isDisabled={shares === null}
              onPress={() => {
                setPrinted(true)
                window.print()
              }}
            >
              {texts.print}
            </Button>
          </>
        }
      >
        <div className={styles.content}>
          <p>{texts.intro(needed, count, chest.name)}</p>
          <Banner tone="attention">{texts.advice}</Banner>
          <p>{texts.stays}</p>
          {shares === null ? (
            <Skeleton lines={6} />
          ) : (
            <ol className={styles.list} aria-label={texts.list}>
              {shares.map(({ text, qr }, index) => (
                <li key={text} className={styles.share}>
                  <QrPicture className={styles.qr} bits={qr} label={texts.qrOf(index + 1)} />
                  <div className={styles.words}>
                    <h3 className={styles.part}>{texts.part(index + 1, count)}</h3>
                    <p className={styles.text} translate="no">
                      {text}
                    </p>
                  </div>
                  <CopyButton label={texts.copy(index + 1)} source={text} />
                </li>
              ))}
            </ol>
          )}
        </div>
      </Dialog>
      {isAsking && (
        <ConfirmDialog
          isOpen
          title={texts.notPrinted}
          confirmLabel={texts.closeAnyway}
          onConfirm={onClose}
          onClose={() => setAsking(false)}
        >
          <p>{texts.notPrintedDetail}</p>
        </ConfirmDialog>
      )}
      {shares !== null &&
        createPortal(
          <div className={styles.sheets} aria-hidden="true">
            {shares.map(({ text, qr }, index) => (
              <section key={text} className={styles.sheet}>
                <h1>{texts.sheetTitle(chest.name)}</h1>
                <h2>{texts.part(index + 1, count)}</h2>
                <QrPicture className={styles.qr} bits={qr} label={texts.qrOf(index + 1)} />
                <p className={styles.text}>{inGroups(text)}</p>
                <p>{texts.sheet(needed)}</p>
              </section>
            ))}
          </div>,
          document.body,
        )}
    </>
  )
}
