import type { ReactNode } from 'react'
import { Copy } from 'lucide-react'
import { secondFactorTexts } from '#texts/identity/second-factor.ts'
import { IconButton } from '#web/platform/ui/Button.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import styles from './SecondFactor.module.css'

const texts = secondFactorTexts.enrolment

/** @param props.image a PNG in base64, as in the reply */
export function QrCode({ image, secret }: { image: string; secret: string }): ReactNode {
  const toasts = useToasts()
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => toasts.success(texts.secretCopied),
      () => toasts.error(texts.copyFailed),
    )
  return (
    <div className={styles.scan}>
      <img className={styles.qr} src={pngAddress(image)} alt={texts.qrCode} />
      <div className={styles.byHand}>
        <p>{texts.noCamera}</p>
        <div className={styles.secret}>
          <code>{inGroups(secret)}</code>
          <IconButton label={texts.copySecret} icon={<Copy />} size="small" onPress={() => void copy()} />
        </div>
      </div>
    </div>
  )
}

const pngAddress = (image: string) => (image.startsWith('data:') ? image : `data:image/png;base64,${image}`)
const inGroups = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')
