import { useEffect } from 'react'
import { takeInterrupted } from '#web/identity/account/interruptedDeed.ts'
import type { Exported } from '#web/vault/exports/ExportDialog.tsx'
import type { OpenDialog } from './DialogOf.tsx'

type Deed = { readonly export?: Exported; readonly chestId?: number } | null

/** Opens the dialog of an export again that a proof at the provider of the single sign-on had interrupted. */
export function useReopenedExport(chestId: number, open: (dialog: OpenDialog) => void): void {
  useEffect(() => {
    const deed = takeInterrupted() as Deed
    if (deed?.export && deed.chestId === chestId) open({ name: 'export', exported: deed.export })
  }, [chestId, open])
}
