import type { ReactNode } from 'react'
import { folders } from '#contract/vault/folders.ts'
import { folderTexts } from '#texts/vault/contents.ts'
import { call } from '#web/platform/api/client.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { FormDialog } from '#web/platform/ui/FormDialog.tsx'
import { TextArea, TextField } from '#web/platform/ui/TextField.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useDialogForm } from '#web/platform/ui/useDialogForm.ts'
import { folderChecks } from './folderChecks.ts'

const empty = { name: '', description: '' }

export type CreateFolderDialogProps = {
  chestId: number
  /** The parent folder; null at the root. */
  folderId: number | null
  onCreated: (folderId: number) => void
  onClose: () => void
}

/** The form of a new folder in the current one. */
export function CreateFolderDialog(props: CreateFolderDialogProps): ReactNode {
  const toasts = useToasts()
  const form = useDialogForm(empty, folderChecks)

  const submit = async (values: typeof empty) => {
    try {
      const { id } = await call(folders.create, {
        body: { chestId: props.chestId, parentFolderId: props.folderId ?? '', ...values },
      })
      toasts.success(folderTexts.created)
      props.onCreated(id)
    } catch (error) {
      toasts.error(folderTexts.createFailed)
      form.fail('name', sentenceOf(error))
    }
  }
  return (
    <FormDialog
      title={folderTexts.createTitle}
      size="small"
      submitLabel={folderTexts.submit}
      {...form.dialog(submit)}
      onClose={props.onClose}
    >
      <TextField label={folderTexts.name} isRequired autoFocus {...form.field('name')} />
      <TextArea label={folderTexts.description} rows={2} {...form.field('description')} />
    </FormDialog>
  )
}
