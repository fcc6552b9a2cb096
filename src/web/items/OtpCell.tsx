import { useEffect, useState, type ReactNode } from 'react'
import { Timer } from 'lucide-react'
import { screenLimits } from '#domain/limits.ts'
import { itemTexts } from '#texts/items.ts'
import { Button } from '#web/ui/Button.tsx'
import { OtpCode } from './OtpCode.tsx'

/** The one-time code of a table row. Each reading is recorded, so it shows when asked for, for 30 seconds. */
export function OtpCell({ itemId, name }: { itemId: number; name: string }): ReactNode {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!isShown) return undefined
    const timer = setTimeout(() => setShown(false), screenLimits.revealMs)
    return () => clearTimeout(timer)
  }, [isShown])
  return isShown ? (
    <OtpCode itemId={itemId} size="small" />
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
