import type { ReactNode } from 'react'
import { ChestChooserDialog, type ChestChooserDialogProps } from '#web/vault/chests/ChestChooserDialog.tsx'
import { useChestStars } from './useChestStars.tsx'

/** The chest chooser over a page of a chest, with favourite toggles, and favourite and recent chests first. */
export function ChooserDialog(props: Omit<ChestChooserDialogProps, 'star' | 'first'>): ReactNode {
  return <ChestChooserDialog {...props} {...useChestStars(props.currentId)} />
}
