import type { ReactNode } from 'react'
import { CircleCheck } from 'lucide-react'
import { importTexts } from '#texts/vault/imports.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { DataTable } from '#web/platform/ui/DataTable.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import styles from './ImportDialog.module.css'

export type ImportResultProps = {
  reply: {
    success: string
    fails: readonly [string | number, string][]
    /** What the numbers of `fails` are; lines of the file by default. */
    numbering?: 'line' | 'entry'
  }
  /** Buttons before the one that closes. */
  actions?: ReactNode
  onClose: () => void
}

/** The result of an import, with each entry that needs attention. */
export function ImportResult({ reply, actions, onClose }: ImportResultProps): ReactNode {
  const fails = reply.fails.map(([where, message], index) => ({
    index,
    where: importTexts.failPlace(where, reply.numbering),
    message,
  }))
  const title = importTexts.fails(new Set(fails.map(({ where }) => where)).size, fails.length)
  return (
    <Dialog
      title={importTexts.doneTitle}
      isOpen
      onClose={onClose}
      footer={
        <>
          {actions}
          <Button look="primary" onPress={onClose} autoFocus>
            {importTexts.see}
          </Button>
        </>
      }
    >
      <p className={styles.success} role="status">
        <CircleCheck aria-hidden="true" />
        {reply.success}
      </p>
      {fails.length > 0 && (
        <section className={styles.fails}>
          <h3>{title}</h3>
          <div className={styles.table}>
            <DataTable
              label={title}
              rows={fails}
              rowKey={({ index }) => index}
              columns={[
                {
                  id: 'where',
                  label: importTexts.failLine,
                  width: 'medium',
                  card: 'title',
                  cell: ({ where }) => <span title={where}>{where}</span>,
                },
                {
                  id: 'message',
                  label: importTexts.failMessage,
                  cell: ({ message }) => <span className={styles.message}>{message}</span>,
                },
              ]}
            />
          </div>
        </section>
      )}
    </Dialog>
  )
}
