import { useState, type ReactNode } from 'react'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { imports } from '#contract/imports.ts'
import type { ImportSource } from '#domain/import-sources.ts'
import { importTexts } from '#texts/import-dialog.ts'
import { call } from '#web/api/client.ts'
import { sentenceOf } from '#web/api/errors.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorBlock } from '#web/ui/EmptyState.tsx'
import { ImportChoice } from './ImportChoice.tsx'
import { ImportForm } from './ImportForm.tsx'
import { ImportResult } from './ImportResult.tsx'
import { RunningDialog } from './RunningDialog.tsx'
import { countEntries, endpointOf } from './importSources.ts'
import styles from './ImportDialog.module.css'

type Reply = ReplyOf<typeof imports.csv>
type Step =
  | { name: 'choice' }
  | { name: 'form' }
  | { name: 'running'; entries: number | null }
  | { name: 'result'; reply: Reply }
  | { name: 'error'; text: string }

export type ImportDialogProps = {
  chest: { id: number; name: string }
  /** Where it all lands; null at the root. */
  folder: { id: number; name: string } | null
  onImported: () => Promise<void>
  onClose: () => void
}

/** The choice of a source, a form, then progress, then what came in or why nothing did. */
export function ImportDialog({ chest, folder, onImported, onClose }: ImportDialogProps): ReactNode {
  const [step, setStep] = useState<Step>({ name: 'choice' })
  const [source, setSource] = useState<ImportSource | null>(null)

  const run = async (from: ImportSource, file: File) => {
    setStep({ name: 'running', entries: await countEntries(file) })
    try {
      const reply = await call(endpointOf(from), {
        body: { chestId: chest.id, folderId: folder?.id ?? '' },
        file,
      })
      setStep({ name: 'result', reply })
      await onImported()
    } catch (error) {
      setStep({ name: 'error', text: sentenceOf(error) })
    }
  }

  if (step.name === 'choice' || source === null) {
    return (
      <ImportChoice
        former={source}
        onChoose={(chosen) => {
          setSource(chosen)
          setStep({ name: 'form' })
        }}
        onClose={onClose}
      />
    )
  }
  if (step.name === 'form') {
    return (
      <ImportForm
        source={source}
        destination={folder?.name ?? importTexts.root(chest.name)}
        onSubmit={(file) => void run(source, file)}
        onChangeSource={() => setStep({ name: 'choice' })}
        onClose={onClose}
      />
    )
  }
  if (step.name === 'running') return <RunningDialog entries={step.entries} />
  if (step.name === 'error') {
    return (
      <Dialog
        title={importTexts.title}
        isOpen
        onClose={onClose}
        footer={
          <>
            <Button onPress={onClose}>{importTexts.close}</Button>
            <Button look="primary" onPress={() => setStep({ name: 'form' })}>
              {importTexts.again}
            </Button>
          </>
        }
      >
        <ErrorBlock title={importTexts.errorTitle}>
          <p className={styles.problem}>{step.text}</p>
          <p>{importTexts.nothingDone}</p>
        </ErrorBlock>
      </Dialog>
    )
  }
  return <ImportResult reply={step.reply} onClose={onClose} />
}
