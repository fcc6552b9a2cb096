import { useState, type ReactNode } from 'react'
import { fieldLimits } from '#domain/platform/limits.ts'
import { officeTexts } from '#texts/platform/lists.ts'
import { teamTexts } from '#texts/office/teams.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { all, around, atMost, follows, required, withoutMarkup } from '#web/platform/shell/checks.ts'
import { FormDialog } from '#web/platform/ui/FormDialog.tsx'
import { TextArea, TextField } from '#web/platform/ui/TextField.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useForm } from '#web/platform/ui/useForm.ts'

export type TeamValues = { name: string; description: string }

const checksOf = (stored: TeamValues) => ({
  name: all(required, around(stored.name, follows('REGEX_NAME', officeTexts.nameFormat))),
  description: all(around(stored.description, withoutMarkup), atMost(fieldLimits.description)),
})
const empty: TeamValues = { name: '', description: '' }

export type TeamDialogProps = {
  /** The values of an existing team; undefined for a new one. */
  values?: TeamValues | undefined
  /** Shown above the fields, such as the bank of a new team. */
  notice?: ReactNode
  /** Makes the call. The dialog shows the refusal that it throws. */
  onSave: (values: TeamValues) => Promise<void>
  onClose: () => void
}

/** The form of a new or existing team. */
export function TeamDialog({ values, notice, onSave, onClose }: TeamDialogProps): ReactNode {
  const isNew = values === undefined
  const toasts = useToasts()
  const [isPending, setPending] = useState(false)
  const form = useForm<TeamValues>(values ?? empty, checksOf(values ?? empty))

  const submit = async (typed: TeamValues) => {
    setPending(true)
    try {
      await onSave({ name: typed.name.trim(), description: typed.description })
      toasts.success(isNew ? teamTexts.created : teamTexts.edited)
      onClose()
    } catch (error) {
      setPending(false)
      toasts.error(isNew ? teamTexts.createFailed : teamTexts.editFailed)
      form.fail('name', sentenceOf(error))
    }
  }
  return (
    <FormDialog
      title={isNew ? teamTexts.createTitle : teamTexts.editTitle}
      size="small"
      submitLabel={isNew ? teamTexts.createSubmit : teamTexts.editSubmit}
      isDirty={form.isDirty}
      isReady={form.isReady}
      isPending={isPending}
      refusals={form.refusals}
      onSubmit={() => form.submit((typed) => void submit(typed))}
      onClose={onClose}
    >
      <TextField label={teamTexts.name} isRequired autoFocus {...form.field('name')} />
      <TextArea label={teamTexts.description} rows={3} {...form.field('description')} />
      {notice}
    </FormDialog>
  )
}
