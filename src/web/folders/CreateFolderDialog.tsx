import { useState, type ReactNode } from 'react'
import { folders } from '#contract/folders.ts'
import { folderTexts } from '#texts/folders.ts'
import { uiTexts } from '#texts/ui.ts'
import { call } from '#web/api/client.ts'
import { sentenceOf } from '#web/api/errors.ts'
import { passes } from '#web/shell/checks.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { TextArea, TextField } from '#web/ui/TextField.tsx'
import { useToasts } from '#web/ui/Toast.tsx'
import { useForm } from '#web/ui/useForm.ts'
import { folderChecks } from './folderChecks.ts'

const empty = { name: '', description: '' }

export type CreateFolderDialogProps = {
  chestId: number
  /** Where one is; null at the root. */
  folderId: number | null
  onCreated: (folderId: number) => void
  onClose: () => void
}

/** Makes a folder where one is. */
export function CreateFolderDialog({
  chestId,
  folderId,
  onCreated,
  onClose,
}: CreateFolderDialogProps): ReactNode {
  const toasts = useToasts()
  const [isPending, setPending] = useState(false)
  const form = useForm(empty, folderChecks)

  const submit = async (values: typeof empty) => {
    setPending(true)
    try {
      const { id } = await call(folders.create, {
        body: { chestId, parentFolderId: folderId ?? '', ...values },
      })
      toasts.success(folderTexts.created)
      onCreated(id)
    } catch (error) {
      setPending(false)
      toasts.error(folderTexts.createFailed)
      form.fail('name', sentenceOf(error))
    }
  }
  return (
    <Dialog
      title={folderTexts.createTitle}
      isOpen
      size="small"
      onClose={onClose}
      isDirty={form.isDirty}
      isBusy={isPending}
      footer={
        <>
          <Button onPress={onClose}>{uiTexts.cancel}</Button>
          <Button
            type="submit"
            form="create-folder"
            look="primary"
            isPending={isPending}
            isDisabled={!passes(folderChecks, form.values)}
          >
            {folderTexts.submit}
          </Button>
        </>
      }
    >
      <Form
        id="create-folder"
        onSubmit={() => form.submit((values) => void submit(values))}
        refusals={form.refusals}
      >
        <TextField label={folderTexts.name} isRequired autoFocus {...form.field('name')} />
        <TextArea label={folderTexts.description} rows={2} {...form.field('description')} />
      </Form>
    </Dialog>
  )
}
