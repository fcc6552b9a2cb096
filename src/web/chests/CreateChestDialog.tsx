import { useState, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { chests } from '#contract/chests.ts'
import { chestTexts } from '#texts/chests.ts'
import { cacheKeys } from '#web/api/cache.ts'
import { call } from '#web/api/client.ts'
import { sentenceOf } from '#web/api/errors.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextArea, TextField } from '#web/ui/TextField.tsx'
import { useToasts } from '#web/ui/Toast.tsx'
import { useForm } from '#web/ui/useForm.ts'
import { chestChecks } from './chestChecks.ts'

const empty = { name: '', description: '' }

/** Makes a chest, of which one then holds the five rights. */
export function CreateChestDialog(props: {
  onCreated: (chestId: number) => void
  onClose: () => void
}): ReactNode {
  const toasts = useToasts()
  const cache = useQueryClient()
  const [isPending, setPending] = useState(false)
  const form = useForm(empty, chestChecks)

  const submit = async (values: typeof empty) => {
    setPending(true)
    try {
      const { id } = await call(chests.createOfUser, { body: { ...values, type: 'service', masterKey: '' } })
      await cache.invalidateQueries({ queryKey: cacheKeys.chests })
      toasts.success(chestTexts.created)
      props.onCreated(id)
    } catch (error) {
      setPending(false)
      toasts.error(chestTexts.createFailed)
      form.fail('name', sentenceOf(error))
    }
  }
  return (
    <FormDialog
      title={chestTexts.createTitle}
      size="small"
      submitLabel={chestTexts.submit}
      isDirty={form.isDirty}
      isReady={form.isReady}
      isPending={isPending}
      refusals={form.refusals}
      onSubmit={() => form.submit((values) => void submit(values))}
      onClose={props.onClose}
    >
      <TextField label={chestTexts.name} isRequired autoFocus {...form.field('name')} />
      <TextArea label={chestTexts.description} rows={2} {...form.field('description')} />
    </FormDialog>
  )
}
