import { useState, type ReactNode } from 'react'
import { CircleCheck } from 'lucide-react'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { managerImports } from '#contract/vault/manager-imports.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { managerImportTexts as texts } from '#texts/vault/manager-imports.ts'
import { call } from '#web/platform/api/client.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { DataTable } from '#web/platform/ui/DataTable.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import importStyles from '../ImportDialog.module.css'
import styles from './ManagerImport.module.css'

type Undone = ReplyOf<typeof managerImports.undo>

export type UndoImportDialogProps = {
  importId: number
  counts: { items: number; folders: number; updated: number }
  onUndone: () => Promise<void>
  onClose: () => void
}

/** Undoes an import after a confirmation, and lists what stays in place. */
export function UndoImportDialog({ importId, counts, onUndone, onClose }: UndoImportDialogProps): ReactNode {
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [undone, setUndone] = useState<Undone | null>(null)
  const undo = async () => {
    setPending(true)
    setProblem(null)
    try {
      setUndone(await call(managerImports.undo, { params: { importId } }))
      await onUndone()
    } catch (error) {
      setProblem(sentenceOf(error))
    }
    setPending(false)
  }

  if (undone !== null) return <Result undone={undone} onClose={onClose} />
  return (
    <Dialog
      title={texts.undoTitle}
      isOpen
      size="small"
      role="alertdialog"
      isBusy={isPending}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose} isDisabled={isPending} autoFocus>
            {uiTexts.close}
          </Button>
          <Button look="danger" isPending={isPending} onPress={() => void undo()}>
            {texts.undo}
          </Button>
        </>
      }
    >
      {problem !== null && (
        <Banner tone="danger" isLive title={texts.undoFailed}>
          <p>{problem}</p>
        </Banner>
      )}
      <p>{texts.undoDetail(counts)}</p>
    </Dialog>
  )
}

function Result({
  undone: { undone, kept, keptBeyond = 0 },
  onClose,
}: {
  undone: Undone
  onClose: () => void
}): ReactNode {
  const rows = kept.map(([name, reason], index) => ({ index, name, reason }))
  return (
    <Dialog
      title={texts.undoneTitle}
      isOpen
      onClose={onClose}
      footer={
        <Button look="primary" autoFocus onPress={onClose}>
          {uiTexts.close}
        </Button>
      }
    >
      <p className={importStyles.success} role="status">
        <CircleCheck aria-hidden="true" />
        {texts.undone(undone)}
      </p>
      {rows.length > 0 && (
        <section className={importStyles.fails}>
          <h3>{texts.kept(rows.length + keptBeyond)}</h3>
          {keptBeyond > 0 && <p>{texts.keptBeyond(rows.length, keptBeyond)}</p>}
          <div className={importStyles.table}>
            <DataTable
              label={texts.kept(rows.length + keptBeyond)}
              rows={rows}
              rowKey={({ index }) => index}
              columns={[
                { id: 'name', label: texts.keptName, width: 'wide', card: 'title', cell: ({ name }) => name },
                {
                  id: 'reason',
                  label: texts.keptReason,
                  cell: ({ reason }) => <span className={styles.wraps}>{reason}</span>,
                },
              ]}
            />
          </div>
        </section>
      )}
    </Dialog>
  )
}
