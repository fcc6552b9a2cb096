import { useState, type ReactNode } from 'react'
import { importTexts } from '#texts/vault/imports.ts'
import { managerImportTexts as texts } from '#texts/vault/manager-imports.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { LoadedDialog } from '#web/platform/shell/Loaded.tsx'
import { ImportResult } from '../ImportResult.tsx'
import { useImportFormats, type Applied, type GivenFile } from './calls.ts'
import { FileStep } from './FileStep.tsx'
import { PreviewStep } from './PreviewStep.tsx'
import { UndoImportDialog } from './UndoImportDialog.tsx'
import type { Asked, Preview } from './usePreview.ts'

type Step =
  | { name: 'file' }
  | { name: 'preview'; given: GivenFile; asked: Asked; preview: Preview }
  | { name: 'result'; reply: Applied }
  | { name: 'undo'; importId: number; counts: Applied['counts'] }

export type ManagerImportDialogProps = {
  chest: { id: number; name: string }
  /** The target folder; null at the root. */
  folder: { id: number; name: string } | null
  /** Called after an import, and after it was undone. */
  onImported: () => Promise<void>
  onClose: () => void
}

/**
 * The steps of an import from another manager: the file, the preview, then the result. The file, its key file and its
 * password are held by this dialog alone, and leave the memory with it.
 */
export function ManagerImportDialog(props: ManagerImportDialogProps): ReactNode {
  const { chest, folder, onImported, onClose } = props
  const formats = useImportFormats()
  const [step, setStep] = useState<Step>({ name: 'file' })
  const target = { chestId: chest.id, folderId: folder?.id ?? null }
  const destination = folder?.name ?? importTexts.root(chest.name)

  switch (step.name) {
    case 'file':
      return (
        <LoadedDialog
          query={formats}
          title={texts.title}
          failed={texts.formatsFailed}
          lines={6}
          onClose={onClose}
        >
          {(list) => (
            <FileStep
              formats={list}
              target={target}
              destination={destination}
              onPreview={(given, asked, preview) => setStep({ name: 'preview', given, asked, preview })}
              onClose={onClose}
            />
          )}
        </LoadedDialog>
      )
    case 'preview':
      return (
        <PreviewStep
          given={step.given}
          first={step}
          target={target}
          destination={destination}
          onApplied={(reply) => {
            setStep({ name: 'result', reply })
            void onImported()
          }}
          onOtherFile={() => setStep({ name: 'file' })}
          onClose={onClose}
        />
      )
    case 'result': {
      const { importId, counts } = step.reply
      return (
        <ImportResult
          reply={step.reply}
          onClose={onClose}
          actions={
            importId !== null && (
              <Button onPress={() => setStep({ name: 'undo', importId, counts })}>{texts.undo}</Button>
            )
          }
        />
      )
    }
    case 'undo':
      return <UndoImportDialog {...step} onUndone={onImported} onClose={onClose} />
  }
}
