import type { ReactNode } from 'react'
import { ChestChooserDialog, type ChestChooserDialogProps } from '#web/vault/chests/ChestChooserDialog.tsx'
import { useChestStars } from './useChestStars.tsx'

/** The chest chooser over the explorer, with favourite toggles. */
export function ChooserDialog(props: Omit<ChestChooserDialogProps, 'star'>): ReactNode {
  const { star } = useChestStars()
  return <ChestChooserDialog {...props} star={star} />
}
