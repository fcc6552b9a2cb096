import { useEffect, useState, type ReactNode } from 'react'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { imports } from '#contract/vault/imports.ts'
import type { ImportSource } from '#domain/vault/import-sources.ts'
import { importTexts } from '#texts/vault/imports.ts'
import { call } from '#web/platform/api/client.ts'
import { detailOf, sentenceOf } from '#web/platform/api/errors.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { ErrorBlock } from '#web/platform/ui/EmptyState.tsx'
import { lazyDialog } from '#web/platform/shell/lazyDialog.tsx'
import { ImportChoice } from './ImportChoice.tsx'
import { ImportForm } from './ImportForm.tsx'
import { ImportResult } from './ImportResult.tsx'
import { RunningDialog } from './RunningDialog.tsx'
import { countEntries } from './importSources.ts'
import styles from './ImportDialog.module.css'

const ManagerImportDialog = lazyDialog(() =>
  import('./manager/ManagerImportDialog.tsx').then((module) => module.ManagerImportDialog),
)
const ChestImportsDialog = lazyDialog(() =>
  import('./manager/ChestImportsDialog.tsx').then((module) => module.ChestImportsDialog),
)

type Reply = ReplyOf<typeof imports.csv>
type Step =
  | { name: 'choice' }
  | { name: 'manager' }
  | { name: 'list' }
  | { name: 'form' }
  | { name: 'running'; entries: number | null }
  | { name: 'result'; reply: Reply }
  /** `folders`: a file of LockSelf categories without a password, which can be created as folders. */
  | { name: 'refused'; text: string; folders: File | null }

export type ImportDialogProps = {
  chest: { id: number; name: string }
  /** The target folder; null at the root. */
  folder: { id: number; name: string } | null
  onImported: () => Promise<void>
  onClose: () => void
}

/** The steps of an import: source, form, progress, then the result or the refusal. */
export function ImportDialog({ chest, folder, onImported, onClose }: ImportDialogProps): ReactNode {
  const [step, setStep] = useState<Step>({ name: 'choice' })
  const [source, setSource] = useState<ImportSource | null>(null)

  useEffect(() => {
    ManagerImportDialog.prepare()
    ChestImportsDialog.prepare()
  }, [])

  const run = async (file: File, send: () => Promise<Reply>) => {
    setStep({ name: 'running', entries: await countEntries(file) })
    try {
      const reply = await send()
      setStep({ name: 'result', reply })
      await onImported()
    } catch (error) {
      const folders = detailOf(error, 'fault') === 'CATEGORIES_ONLY' ? file : null
      setStep({ name: 'refused', text: sentenceOf(error), folders })
    }
  }
  const body = { chestId: chest.id, folderId: folder?.id ?? ('' as const) }
  const importFile = (from: ImportSource, file: File) => run(file, () => call(imports[from], { body, file }))
  const createFolders = (file: File) =>
    run(file, () => call(imports.lockself, { body: { ...body, foldersOnly: true }, file }))

  if (step.name === 'manager')
    return <ManagerImportDialog chest={chest} folder={folder} onImported={onImported} onClose={onClose} />
  if (step.name === 'list')
    return <ChestImportsDialog chest={chest} onChanged={onImported} onClose={onClose} />
  if (step.name === 'choice' || source === null) {
    return (
      <ImportChoice
        former={source}
        onChoose={(chosen) => {
          setSource(chosen)
          setStep({ name: 'form' })
        }}
        onOther={() => setStep({ name: 'manager' })}
        onList={() => setStep({ name: 'list' })}
        onClose={onClose}
      />
    )
  }
  if (step.name === 'form') {
    return (
      <ImportForm
        source={source}
        destination={folder?.name ?? importTexts.root(chest.name)}
        onSubmit={(file) => void importFile(source, file)}
        onChangeSource={() => setStep({ name: 'choice' })}
        onClose={onClose}
      />
    )
  }
  if (step.name === 'running') return <RunningDialog entries={step.entries} />
  if (step.name === 'result') return <ImportResult reply={step.reply} onClose={onClose} />
  const { text, folders } = step
  return (
    <Dialog
      title={folders === null ? importTexts.title : importTexts.categoriesTitle}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{importTexts.close}</Button>
          <Button look={folders === null ? 'primary' : 'quiet'} onPress={() => setStep({ name: 'form' })}>
            {importTexts.again}
          </Button>
          {folders !== null && (
            <Button look="primary" autoFocus onPress={() => void createFolders(folders)}>
              {importTexts.createFolders}
            </Button>
          )}
        </>
      }
    >
      {folders === null ? (
        <ErrorBlock title={importTexts.errorTitle}>
          <p className={styles.problem}>{text}</p>
          <p>{importTexts.nothingDone}</p>
        </ErrorBlock>
      ) : (
        <>
          <p role="status">{text}</p>
          <p>{importTexts.nothingDone}</p>
        </>
      )}
    </Dialog>
  )
}
