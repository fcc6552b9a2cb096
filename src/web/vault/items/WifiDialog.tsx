import { useEffect, useRef, useState, type ReactNode } from 'react'
import { QrCode } from 'lucide-react'
import { wifiCode } from '#domain/vault/wifi-code.ts'
import { itemTexts } from '#texts/vault/contents.ts'
import { extraFieldTexts, suggestedFieldTexts } from '#texts/vault/extra-fields.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { QrPicture } from '#web/platform/ui/QrPicture.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import styles from './ExtraFields.module.css'
import type { Item } from './queries.ts'
import { readPassword, useRevealed } from './secrets.ts'

const texts = extraFieldTexts.wifi

/** Returns the name of an item's network: its field for that, else the item's own name. */
function networkOf({ name, fields }: Item): string {
  const field = fields.find(({ label }) => label === suggestedFieldTexts.networkName)
  return typeof field?.value === 'string' ? field.value : name
}

/**
 * The QR code that joins a wireless network. It is made of a recorded reading of the password, and hidden as a
 * shown password is.
 */
export function WifiDialog({ item, onClose }: { item: Item; onClose: () => void }): ReactNode {
  const name = networkOf(item)
  const [bits, setBits] = useState<boolean[][] | null>(null)
  /** Whether the first reading has ended. */
  const [wasTried, setTried] = useState(false)
  const reveal = useRevealed(item.revision, async () => {
    try {
      const [read, { encodeQR }] = await Promise.all([readPassword(item.id), import('qr')])
      setBits(encodeQR(wifiCode({ name, password: read }), 'raw', { ecc: 'medium', border: 2 }))
      return read
    } finally {
      setTried(true)
    }
  })
  const { value, isPending, secondsLeft, toggle } = reveal
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    toggle()
  }, [toggle])
  return (
    <Dialog
      title={texts.title}
      isOpen
      size="small"
      onClose={onClose}
      footer={<Button onPress={onClose}>{texts.close}</Button>}
    >
      <div className={styles.wifi}>
        <p>{texts.intro(name)}</p>
        {value !== null && bits !== null ? (
          <QrPicture className={styles.qr} bits={bits} label={texts.picture(name)} />
        ) : isPending || !wasTried ? (
          <Skeleton lines={6} />
        ) : (
          <Button icon={<QrCode />} onPress={toggle}>
            {texts.show}
          </Button>
        )}
        {value !== null && (
          <span className={styles.help} role="timer">
            {itemTexts.masksIn(secondsLeft)}
          </span>
        )}
        <p className={styles.help}>{texts.warning}</p>
      </div>
    </Dialog>
  )
}
