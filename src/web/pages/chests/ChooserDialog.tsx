import type { ReactNode } from 'react'
import { ChestChooserDialog, type ChestChooserDialogProps } from '#web/vault/chests/ChestChooserDialog.tsx'
import { useChestStars } from './useChestStars.tsx'

/** The chooser over the explorer, each chest with its star. */
export function ChooserDialog(props: Omit<ChestChooserDialogProps, 'star'>): ReactNode {
  const { star } = useChestStars()
  return <ChestChooserDialog {...props} star={star} />
}
