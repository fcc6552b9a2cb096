import { useState, type ReactNode } from 'react'
import { addressDanger } from '#domain/platform/address-danger.ts'
import { debounces } from '#domain/platform/limits.ts'
import { dangerDetail, dangerTexts } from '#texts/platform/ratings.ts'
import { useDebounced } from '#web/platform/ui/useDebounced.ts'
import { LevelMeter } from '#web/platform/ui/LevelMeter.tsx'
import { lazyDialog } from '#web/platform/shell/lazyDialog.tsx'

const DangerDialog = lazyDialog(() => import('./DangerDialog.tsx').then((module) => module.DangerDialog))

/** The danger of an address, debounced by 500 ms while it is typed. A press explains the levels. */
export function DangerMeter({
  address,
  look = 'bar',
}: {
  address: string
  /** bar: for an address being typed. inline: for a stored one, rated immediately. */
  look?: 'bar' | 'inline'
}): ReactNode {
  const typed = useDebounced(address, debounces.meters)
  const settled = look === 'bar' ? typed : address
  const { level } = addressDanger(settled)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <LevelMeter
        scale="hazard"
        level={level}
        word={dangerTexts[level]}
        look={look}
        onPress={() => setOpen(true)}
        pressLabel={dangerDetail}
      />
      {isOpen && <DangerDialog address={settled} onClose={() => setOpen(false)} />}
    </>
  )
}
