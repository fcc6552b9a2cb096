import type { ReactNode } from 'react'
import { chestTexts } from '#texts/vault/chests.ts'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { ChestChooser, type ChestChooserProps } from './ChestChooser.tsx'

export type ChestChooserDialogProps = Omit<ChestChooserProps, 'autoFocus' | 'titleLevel'> & {
  onClose: () => void
}

/** The chest chooser as a dialog over the explorer. */
export function ChestChooserDialog({ onClose, ...chooser }: ChestChooserDialogProps): ReactNode {
  return (
    <Dialog title={chestTexts.chooserTitle} isOpen onClose={onClose}>
      <ChestChooser {...chooser} titleLevel={3} autoFocus />
    </Dialog>
  )
}
