import { useEffect, type ReactNode } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { chests } from '#contract/vault/chests.ts'
import { chestTexts } from '#texts/vault/chests.ts'
import { dueTexts } from '#texts/vault/due-dates.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { useSession } from '#web/platform/shell/session.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { FormDialog } from '#web/platform/ui/FormDialog.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { TextArea, TextField } from '#web/platform/ui/TextField.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useDialogForm } from '#web/platform/ui/useDialogForm.ts'
import { RuleField } from '#web/vault/due-dates/editors.tsx'
import { ruleDays } from '#web/vault/due-dates/ruleChecks.ts'
import { chestChecksOf } from './chestChecks.ts'
import type { Chest } from './ChestTable.tsx'

const texts = chestTexts.office
const empty = { name: '', description: '', renewDays: '' }
type Values = typeof empty

/** The access to a new chest: its fields, and the calls that grant it. */
export type NewAccess = { fields: ReactNode; isDirty: boolean; grant: (chestId: number) => Promise<void> }

/** The form of a new chest in the back office. The chest is attached to the current bank. */
export function CreateManagedChestDialog(props: {
  access: NewAccess
  onCreated: (chestId: number) => void
  onClose: () => void
}): ReactNode {
  const { currentBank } = useSession()
  const toasts = useToasts()
  const { access } = props
  const save = async (values: Values) => {
    const { name, description } = values
    const { id } = await call(chests.create, { body: { name, description, type: 'service' } })
    // The chest exists: the form must not create a second one because of its rights.
    await access.grant(id).catch((error: unknown) => toasts.error(texts.grantFailed(sentenceOf(error))))
    return () => props.onCreated(id)
  }
  return (
    <ChestForm
      title={chestTexts.createTitle}
      submitLabel={chestTexts.submit}
      start={empty}
      done={chestTexts.created}
      failed={texts.createFailed}
      more={access}
      note={
        <Banner>
          {texts.createNote}
          {currentBank !== null && ` ${texts.inBank(currentBank.label)}`}
        </Banner>
      }
      onSave={save}
      onClose={props.onClose}
    />
  )
}

export type EditChestDialogProps = { chestId: number; onSaved: (chest: Chest) => void; onClose: () => void }

/** The form of an existing chest, read again when the dialog opens. */
export function EditChestDialog({ chestId, onSaved, onClose }: EditChestDialogProps): ReactNode {
  const toasts = useToasts()
  const params = { id: chestId }
  const { data, isError } = useQuery({
    ...replyQuery(['managed-chest', chestId], chests.read, { params }),
    gcTime: 0,
    staleTime: Infinity,
  })
  useEffect(() => {
    if (!isError) return
    toasts.error(texts.readFailed)
    onClose()
  }, [isError, onClose, toasts])
  if (data === undefined) {
    return (
      <Dialog title={texts.edit} size="small" isOpen onClose={onClose}>
        <Skeleton lines={4} />
      </Dialog>
    )
  }
  const save = async ({ renewDays, ...texts }: Values) => {
    const rule = renewDays.trim() === '' ? null : Number(renewDays)
    const update = { ...texts, renewDays: rule, type: 'service' } as const
    const saved = await call(chests.update, { params, body: { update } })
    return () => {
      onSaved(saved)
      onClose()
    }
  }
  return (
    <ChestForm
      title={texts.editTitle(data.name)}
      submitLabel={uiTexts.save}
      start={{
        name: data.name,
        description: data.description,
        renewDays: String(data.renewDays ?? ''),
      }}
      hasRule
      done={texts.updated}
      failed={texts.updateFailed}
      onSave={save}
      onClose={onClose}
    />
  )
}

function ChestForm(props: {
  title: string
  submitLabel: string
  start: Values
  done: string
  failed: string
  more?: NewAccess
  /** Whether the rule of renewal is among the fields: a new chest has none. */
  hasRule?: boolean
  note?: ReactNode
  /** Makes the call. Returns what to do after the success toast. */
  onSave: (values: Values) => Promise<() => void>
  onClose: () => void
}): ReactNode {
  const toasts = useToasts()
  const cache = useQueryClient()
  const form = useDialogForm(props.start, { ...chestChecksOf(props.start), renewDays: ruleDays })
  const { more } = props
  const submit = async (values: Values) => {
    try {
      const finish = await props.onSave(values)
      toasts.success(props.done)
      // The explorer's chooser lists chest names as well.
      await cache.invalidateQueries({ queryKey: cacheKeys.chests })
      finish()
    } catch (error) {
      toasts.error(props.failed)
      form.fail('name', sentenceOf(error))
    }
  }
  return (
    <FormDialog
      title={props.title}
      size={more === undefined ? 'small' : 'medium'}
      submitLabel={props.submitLabel}
      {...form.dialog(submit)}
      isDirty={form.isDirty || more?.isDirty === true}
      onClose={props.onClose}
    >
      <TextField label={chestTexts.name} isRequired autoFocus {...form.field('name')} />
      <TextArea
        label={chestTexts.description}
        rows={more === undefined ? 3 : 2}
        {...form.field('description')}
      />
      {props.hasRule === true && <RuleField label={dueTexts.rule} {...form.field('renewDays')} />}
      {more?.fields}
      {props.note}
    </FormDialog>
  )
}
