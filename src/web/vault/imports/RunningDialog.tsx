import type { ReactNode } from 'react'
import { imports } from '#contract/vault/imports.ts'
import { importTexts } from '#texts/vault/imports.ts'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { ProgressBar } from '#web/platform/ui/ProgressBar.tsx'
import { useProgress } from './useProgress.ts'
import styles from './ImportDialog.module.css'

/** The progress of an import on the server, in entries, then in attached files. The dialog cannot be closed. */
export function RunningDialog({ entries }: { entries: number | null }): ReactNode {
  const { stage, done, total } = useProgress(imports.progress)
  const label = entries === null ? importTexts.running : importTexts.runningCount(entries)
  return (
    <Dialog title={importTexts.title} isOpen isBusy onClose={() => undefined}>
      <div className={styles.running}>
        <ProgressBar
          label={stage === null ? label : importTexts.stages[stage]}
          value={stage === null ? null : done}
          total={total}
          detail={stage === null ? undefined : importTexts.progress(stage, done, total)}
        />
        <p className={styles.quiet}>{importTexts.stayHere}</p>
      </div>
    </Dialog>
  )
}
