import type { ReactNode } from 'react'
import { TransferDialog, type TransferDialogProps } from '#web/vault/copies/TransferDialog.tsx'
import { useChestStars } from './useChestStars.tsx'

/** The choice of another chest for elements, with favourite and recent chests first. */
export function TransferToChest(props: Omit<TransferDialogProps, 'first'>): ReactNode {
  const { first } = useChestStars(props.chest.id)
  return <TransferDialog {...props} first={first} />
}
