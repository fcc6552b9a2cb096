import { useState, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { users } from '#contract/office/users.ts'
import { userTexts } from '#texts/office/users.ts'
import { call } from '#web/platform/api/client.ts'
import { isCode, sentenceOf } from '#web/platform/api/errors.ts'
import { useSession } from '#web/platform/shell/session.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { FormDialog } from '#web/platform/ui/FormDialog.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useForm } from '#web/platform/ui/useForm.ts'
import { useBankCount, userKeys } from './queries.ts'
import { bodyOf, emptyUser, refusalOf, userChecks, type UserValues } from './userForm.ts'
import { UserFields } from './UserFields.tsx'

const texts = userTexts.dialog

/**
 * The form of a new user. With a current bank, the account is attached to it and counts against its limit.
 */
export function CreateUserDialog(props: {
  onCreated: (userId: number | null) => void
  onClose: () => void
}): ReactNode {
  const toasts = useToasts()
  const cache = useQueryClient()
  const { currentBank } = useSession()
  const count = useBankCount(currentBank?.id ?? null)
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm<UserValues>(emptyUser, userChecks)
  const active = count.data?.number_active_user ?? 0
  const maximum = count.data?.max_user ?? null
  const isFull = form.values.role === 'ROLE_INTERVENANT' && maximum !== null && active >= maximum

  const submit = async (values: UserValues) => {
    if (isFull) return
    setPending(true)
    setProblem(null)
    try {
      const { id } = await call(users.create, { body: bodyOf(values) })
      toasts.success(userTexts.toasts.created)
      props.onCreated(id)
    } catch (error) {
      const refusal = refusalOf(error, userTexts.toasts.createFailed)
      toasts.error(refusal.toast)
      setPending(false)
      // The account exists although its mail failed: the list shows that.
      if (isCode(error, 'MAIL_WAS_NOT_SEND')) props.onCreated(null)
      else if (refusal.field !== null) form.fail(refusal.field, sentenceOf(error))
      else if (!refusal.isTold) setProblem(sentenceOf(error))
      else await cache.invalidateQueries({ queryKey: userKeys.count(currentBank?.id ?? 0) })
    }
  }
  return (
    <FormDialog
      title={texts.createTitle}
      submitLabel={texts.submitCreate}
      isDirty={form.isDirty}
      isReady={form.isReady && !isFull}
      isPending={isPending}
      refusals={form.refusals}
      onSubmit={() => form.submit((values) => void submit(values))}
      onClose={props.onClose}
    >
      <UserFields form={form} />
      <div role="status">
        {isFull && <Banner tone="attention">{texts.full(active, maximum)}</Banner>}
        {!isFull && problem === null && (
          <Banner>
            {texts.mailNote}
            {currentBank !== null && ` ${texts.inBank(currentBank.label)}`}
          </Banner>
        )}
        {problem !== null && <Banner tone="danger">{problem}</Banner>}
      </div>
    </FormDialog>
  )
}
