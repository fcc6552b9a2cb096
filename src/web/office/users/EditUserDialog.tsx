import { useEffect, useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { users } from '#contract/office/users.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { userTexts } from '#texts/office/users.ts'
import { call } from '#web/platform/api/client.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { nameOf } from '#web/access/nameOf.ts'
import { LoadedDialog } from '#web/platform/shell/Loaded.tsx'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { FormDialog } from '#web/platform/ui/FormDialog.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useForm } from '#web/platform/ui/useForm.ts'
import { userKeys, type User } from './queries.ts'
import { bodyOf, refusalOf, userChecks, valuesOf, type UserValues } from './userForm.ts'
import { UserFields } from './UserFields.tsx'

export type EditUserDialogProps = { userId: number; onSaved: (user: User) => void; onClose: () => void }

/** The form of an existing user, read again when the dialog opens. */
export function EditUserDialog(props: EditUserDialogProps): ReactNode {
  const { userId } = props
  const query = useQuery({
    queryKey: userKeys.one(userId),
    queryFn: ({ signal }) => call(users.read, { params: { id: userId }, signal }),
    gcTime: 0,
    staleTime: Infinity,
  })
  return (
    <LoadedDialog
      title={userTexts.actions.edit}
      query={query}
      failed={userTexts.readFailed}
      lines={8}
      onClose={props.onClose}
    >
      {(user) => <Editor {...props} name={nameOf(user)} start={valuesOf(user)} />}
    </LoadedDialog>
  )
}

function Editor(props: EditUserDialogProps & { name: string; start: UserValues }): ReactNode {
  const toasts = useToasts()
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm<UserValues>(props.start, userChecks)
  const { fail } = form
  const [start] = useState(props.start)
  // Values from a directory may break a rule. A disabled button alone would not say why.
  useEffect(() => {
    for (const name of Object.keys(userChecks) as (keyof typeof userChecks)[]) {
      const wrong = userChecks[name](start[name])
      if (wrong !== null) fail(name, wrong)
    }
  }, [start, fail])

  const submit = async (values: UserValues) => {
    setPending(true)
    setProblem(null)
    try {
      const update = { ...bodyOf(values), stateId: values.stateId }
      const saved = await call(users.update, { params: { id: props.userId }, body: { update } })
      toasts.success(userTexts.toasts.updated)
      props.onSaved(saved)
      props.onClose()
    } catch (error) {
      const refusal = refusalOf(error, userTexts.toasts.updateFailed)
      toasts.error(refusal.toast)
      setPending(false)
      if (refusal.field !== null) form.fail(refusal.field, sentenceOf(error))
      else if (!refusal.isTold) setProblem(sentenceOf(error))
    }
  }
  return (
    <FormDialog
      title={userTexts.dialog.editTitle(props.name)}
      submitLabel={uiTexts.save}
      isDirty={form.isDirty}
      isReady={form.isReady}
      isPending={isPending}
      refusals={form.refusals}
      onSubmit={() => form.submit((values) => void submit(values))}
      onClose={props.onClose}
    >
      <UserFields form={form} hasState />
      <div role="status">{problem !== null && <Banner tone="danger">{problem}</Banner>}</div>
    </FormDialog>
  )
}
