import { useEffect, useState, type ReactNode } from 'react'
import { Timer } from 'lucide-react'
import { screenLimits } from '#domain/platform/limits.ts'
import { itemTexts } from '#texts/vault/items.ts'
import { Button, IconButton } from '#web/platform/ui/Button.tsx'
import { RowButton } from '#web/platform/ui/RowButton.tsx'
import { OtpCode } from './OtpCode.tsx'

export type OtpCellProps = { itemId: number; name: string; look: 'row' | 'card' | 'panel' }

/** The one-time code of a table row, a card or a panel. Each reading is recorded, so it shows when asked for, for 30 seconds. */
export function OtpCell({ itemId, name, look }: OtpCellProps): ReactNode {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!isShown) return undefined
    const timer = setTimeout(() => setShown(false), screenLimits.revealMs)
    return () => {
      clearTimeout(timer)
      // Also when it is put away with its chest: nothing would count its seconds there.
      setShown(false)
    }
  }, [isShown])
  if (isShown) return <OtpCode itemId={itemId} size="small" />
  if (look === 'row')
    return (
      <RowButton
        label={itemTexts.showFor(name)}
        words={itemTexts.showCode}
        icon="Timer"
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
