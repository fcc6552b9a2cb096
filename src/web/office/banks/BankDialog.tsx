import { useEffect, useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { banks } from '#contract/office/banks.ts'
import { fieldLimits } from '#domain/platform/limits.ts'
import { officeTexts } from '#texts/platform/lists.ts'
import { bankTexts } from '#texts/office/banks.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { all, around, atMost, follows, required, withoutMarkup } from '#web/platform/shell/checks.ts'
import { useMay } from '#web/platform/shell/session.ts'
import { Checkbox, Switch } from '#web/platform/ui/Checkbox.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { FormDialog } from '#web/platform/ui/FormDialog.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { TextArea, TextField } from '#web/platform/ui/TextField.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useForm } from '#web/platform/ui/useForm.ts'
import { readMaxUser, type BankValues } from './bankValues.ts'
import { useChangeBank } from './useChangeBank.ts'

type Typed = { label: string; description: string; maxUser: string; active: boolean }
const empty: Typed = { label: '', description: '', maxUser: '', active: true }

const checksOf = (stored: Typed) => ({
  label: all(required, around(stored.label, follows('REGEX_BANK_LABEL', officeTexts.nameFormat))),
  description: all(around(stored.description, withoutMarkup), atMost(fieldLimits.description)),
  maxUser: (text: string) => (readMaxUser(text) === undefined ? bankTexts.maxUserFormat : null),
})

export type BankDialogProps = {
  /** Makes the call. The dialog shows the refusal that it throws. */
  onSave: (values: BankValues) => Promise<void>
  onClose: () => void
}

export type CreateBankDialogProps = {
  /** Makes the call. Returns the bank's id. The dialog shows the refusal that it throws. */
  onCreate: (values: BankValues) => Promise<number>
  /** Called with the new bank, once it is the current one if that was asked. */
  onCreated: (bankId: number) => Promise<void>
  /** Whether the bank becomes the current one unless the box is unticked. */
  isChosen?: boolean
  onClose: () => void
}

/** The form of a new bank, which may become the current one: what is created next goes into it. */
export function CreateBankDialog(props: CreateBankDialogProps): ReactNode {
  const toasts = useToasts()
  const changeBank = useChangeBank()
  const [isChosen, setChosen] = useState(props.isChosen === true)
  return (
    <BankForm
      start={empty}
      isNew
      more={
        <Checkbox
          label={bankTexts.choose}
          description={bankTexts.chooseDetail}
          isSelected={isChosen}
          onChange={setChosen}
        />
      }
      onSave={async (values) => {
        const id = await props.onCreate(values)
        // The bank exists whatever happens next.
        if (isChosen) await changeBank(id).catch(() => toasts.error(bankTexts.change.failed))
        await props.onCreated(id)
      }}
      onClose={props.onClose}
    />
  )
}

/** The form of an existing bank, read from the server when the dialog opens. */
export function EditBankDialog({ id, ...props }: BankDialogProps & { id: number }): ReactNode {
  const toasts = useToasts()
  const { onClose } = props
  const { data, isError } = useQuery({
    ...replyQuery(['office', 'bank', id], banks.read, { params: { id }, query: {} }),
    // The form starts from fresh values, and no refetch changes them while the user types.
    gcTime: 0,
    staleTime: Infinity,
  })
  useEffect(() => {
    if (!isError) return
    toasts.error(bankTexts.readFailed)
    onClose()
  }, [isError, onClose, toasts])
  if (data === undefined) {
    return (
      <Dialog title={bankTexts.editTitle} isOpen size="small" onClose={onClose}>
        <Skeleton lines={6} />
      </Dialog>
    )
  }
  const { label = '', description = '', active = true, max_user: most } = data
  const maxUser = most === null ? '' : String(most)
  return <BankForm {...props} start={{ label, description, active, maxUser }} isNew={false} />
}

function BankForm({
  start,
  isNew,
  more,
  onSave,
  onClose,
}: BankDialogProps & { start: Typed; isNew: boolean; more?: ReactNode }): ReactNode {
  const toasts = useToasts()
  /** Only those who create banks change a bank's user limit and its state. */
  const maySetAll = useMay('createBanks')
  const [isPending, setPending] = useState(false)
  const form = useForm<Typed>(start, checksOf(start))

  const submit = async ({ label, description, maxUser, active }: Typed) => {
    setPending(true)
    try {
      const limit = readMaxUser(maxUser)
      await onSave({
        label: label.trim(),
        description,
        maxUser: limit ?? null,
        ...(active !== start.active && { active }),
      })
      toasts.success(isNew ? bankTexts.created : bankTexts.edited)
      onClose()
    } catch (error) {
      setPending(false)
      toasts.error(isNew ? bankTexts.createFailed : bankTexts.editFailed)
      form.fail('label', sentenceOf(error))
    }
  }
  return (
    <FormDialog
      title={isNew ? bankTexts.createTitle : bankTexts.editTitle}
      size="small"
      submitLabel={isNew ? bankTexts.createSubmit : bankTexts.editSubmit}
      isDirty={form.isDirty}
      isReady={form.isReady}
      isPending={isPending}
      refusals={form.refusals}
      onSubmit={() => form.submit((typed) => void submit(typed))}
      onClose={onClose}
    >
      <TextField label={bankTexts.label} isRequired autoFocus {...form.field('label')} />
      <TextArea label={bankTexts.description} rows={3} {...form.field('description')} />
      <TextField
        label={bankTexts.maxUser}
        inputMode="numeric"
        placeholder={bankTexts.unlimited}
        description={maySetAll ? bankTexts.maxUserDetail : bankTexts.maxUserOfOthers}
        isDisabled={!maySetAll}
        {...form.field('maxUser')}
      />
      {more}
      {!isNew && (
        <Switch
          label={bankTexts.active}
          description={maySetAll ? bankTexts.activeDetail : bankTexts.activeOfOthers}
          isDisabled={!maySetAll}
          isSelected={form.values.active}
          onChange={(active) => form.set({ active })}
        />
      )}
    </FormDialog>
  )
}
