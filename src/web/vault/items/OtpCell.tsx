import { useEffect, useState, type ReactNode } from 'react'
import { Timer } from 'lucide-react'
import { screenLimits } from '#domain/platform/limits.ts'
import { itemTexts } from '#texts/vault/contents.ts'
import { Button, IconButton } from '#web/platform/ui/Button.tsx'
import { RowButton } from '#web/platform/ui/RowButton.tsx'
import { OtpCode } from './OtpCode.tsx'

export type OtpCellProps = { itemId: number; name: string; look: 'row' | 'card' | 'panel' }

/**
 * The one-time code of a row, card or panel, shown on request for 30 seconds: the server records each
 * reading.
 */
export function OtpCell({ itemId, name, look }: OtpCellProps): ReactNode {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!isShown) return undefined
    const timer = setTimeout(() => setShown(false), screenLimits.revealMs)
    return () => {
      clearTimeout(timer)
      // The cleanup also runs when the chest is locked and its page hidden, where the timer would not run.
      setShown(false)
    }
  }, [isShown])
  if (isShown) return <OtpCode itemId={itemId} size="small" />
  if (look === 'row')
    return (
      <RowButton
        label={itemTexts.showFor(name)}
        words={itemTexts.showCode}
        icon={<Timer />}
        onPress={() => setShown(true)}
      />
    )
  return look === 'card' ? (
    <IconButton
      size="small"
      label={itemTexts.showFor(name)}
      icon={<Timer />}
      onPress={() => setShown(true)}
    />
  ) : (
    <Button
      size="small"
      look="plain"
      icon={<Timer />}
      aria-label={itemTexts.showFor(name)}
      onPress={() => setShown(true)}
    >
      {itemTexts.showCode}
    </Button>
  )
}
