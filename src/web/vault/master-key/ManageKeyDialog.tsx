import { useState, type ReactNode } from 'react'
import { masterKeyTexts } from '#texts/vault/master-key.ts'
import { ChangeKeyForm, type SharesToPrint } from './ChangeKeyForm.tsx'
import { RenewalDialog } from './RenewalDialog.tsx'
import type { LockState } from './queries.ts'
import { lazyDialog } from '#web/platform/shell/lazyDialog.tsx'

const SharesDialog = lazyDialog(() => import('./SharesDialog.tsx').then((module) => module.SharesDialog))

export type ManageKeyDialogProps = {
  chest: { id: number; name: string }
  /** The action on the master key. `renewal` only shows the progress. */
  start: 'protect' | 'change' | 'remove' | 'renewal'
  state: LockState | undefined
  onChanged: () => Promise<void>
  onClose: () => void
}

/** The dialogs that change a chest's master key, then show the progress if its content is resealed. */
export function ManageKeyDialog(props: ManageKeyDialogProps): ReactNode {
  const [isRenewing, setRenewing] = useState(props.start === 'renewal')
  const [printing, setPrinting] = useState<(SharesToPrint & { renews: boolean }) | null>(null)
  const { start } = props
  const goOn = (renews: boolean) => {
    setPrinting(null)
    if (renews) setRenewing(true)
    else props.onClose()
  }
  if (printing !== null) {
    return <SharesDialog chest={props.chest} {...printing} onClose={() => goOn(printing.renews)} />
  }
  if (isRenewing || start === 'renewal') {
    return (
      <RenewalDialog
        chestName={props.chest.name}
        renewal={props.state?.renewal ?? null}
        onClose={props.onClose}
      />
    )
  }
  return (
    <ChangeKeyForm
      key={start}
      kind={start}
      chest={props.chest}
      onChanged={async (renews, print) => {
        await props.onChanged()
        if (print === null) goOn(renews)
        else setPrinting({ ...print, renews })
      }}
      onClose={props.onClose}
      title={masterKeyTexts.manage[`${start}Title`]}
    />
  )
}
