import { useEffect, useState, type ReactNode } from 'react'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { imports } from '#contract/vault/imports.ts'
import { importTexts } from '#texts/vault/imports.ts'
import { call } from '#web/platform/api/client.ts'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { ProgressBar } from '#web/platform/ui/ProgressBar.tsx'
import styles from './ImportDialog.module.css'

type Progress = ReplyOf<typeof imports.progress>
const askEveryMs = 500

/** The progress of an import on the server, in entries. The dialog cannot be closed. */
export function RunningDialog({ entries }: { entries: number | null }): ReactNode {
  const { stage, done, total } = useProgress()
  const label = entries === null ? importTexts.running : importTexts.runningCount(entries)
  return (
    <Dialog title={importTexts.title} isOpen isBusy onClose={() => undefined}>
      <div className={styles.running}>
        <ProgressBar
          label={stage === null ? label : importTexts.stages[stage]}
          value={stage === null ? null : done}
          total={total}
          detail={stage === null ? undefined : importTexts.progress(done, total)}
        />
        <p className={styles.quiet}>{importTexts.stayHere}</p>
      </div>
    </Dialog>
  )
}

/** Polls the progress. Errors are ignored: the reply of the import itself reports the outcome. */
function useProgress(): Progress {
  const [progress, setProgress] = useState<Progress>({ stage: null, done: 0, total: 0 })
  useEffect(() => {
    const end = new AbortController()
    const ask = async () => {
      const { signal } = end
      try {
        const next = await call(imports.progress, { signal })
        if (next.stage !== null) setProgress(next)
      } catch {
        if (signal.aborted) return
      }
      timer = setTimeout(() => void ask(), askEveryMs)
    }
    let timer = setTimeout(() => void ask(), askEveryMs)
    return () => {
      clearTimeout(timer)
      end.abort()
    }
  }, [])
  return progress
}
