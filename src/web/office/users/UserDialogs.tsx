import type { ReactNode } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { users } from '#contract/office/users.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { userTexts } from '#texts/office/users.ts'
import { call } from '#web/platform/api/client.ts'
import { isCode } from '#web/platform/api/errors.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { nameOf } from '#web/access/nameOf.ts'
import { counterKey, useBankCounter } from '#web/office/banks/BankCounter.tsx'
import { LoadedDialog } from '#web/platform/shell/Loaded.tsx'
import { useSession } from '#web/platform/shell/session.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { userKeys, type User } from './queries.ts'
import { bodyOf, emptyUser, valuesOf } from './userForm.ts'
import { UserForm } from './UserForm.tsx'

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
  const { data } = useBankCounter(currentBank?.id ?? null)
  const { number_active_user: active = 0, max_user: maximum = null } = data ?? {}
  return (
    <UserForm
      title={texts.createTitle}
      submitLabel={texts.submitCreate}
      start={emptyUser}
      isNew
      failed={userTexts.toasts.createFailed}
      onSave={async (values) => {
        const { id } = await call(users.create, { body: bodyOf(values) })
        toasts.success(userTexts.toasts.created)
        props.onCreated(id)
      }}
      onRefused={(error) => {
        // The account exists although its mail failed: the list shows that.
        if (isCode(error, 'MAIL_WAS_NOT_SEND')) props.onCreated(null)
        if (isCode(error, 'REACH_USER_LIMIT_IN_BANK'))
          void cache.invalidateQueries({ queryKey: counterKey(currentBank?.id ?? 0) })
      }}
      obstacle={({ role }) =>
        role === 'ROLE_INTERVENANT' && maximum !== null && active >= maximum
          ? texts.full(active, maximum)
          : null
      }
      notice={
        <Banner>
          {texts.mailNote}
          {currentBank !== null && ` ${texts.inBank(currentBank.label)}`}
        </Banner>
      }
      onClose={props.onClose}
    />
  )
}

export type EditUserDialogProps = { userId: number; onSaved: (user: User) => void; onClose: () => void }

/** The form of an existing user, read again when the dialog opens. */
export function EditUserDialog({ userId, onSaved, onClose }: EditUserDialogProps): ReactNode {
  const toasts = useToasts()
  const params = { id: userId }
  const query = useQuery({
    ...replyQuery(userKeys.one(userId), users.read, { params }),
    gcTime: 0,
    staleTime: Infinity,
  })
  return (
    <LoadedDialog
      title={userTexts.actions.edit}
      query={query}
      failed={userTexts.readFailed}
      lines={8}
      onClose={onClose}
    >
      {(user) => (
        <UserForm
          title={texts.editTitle(nameOf(user))}
          submitLabel={uiTexts.save}
          start={valuesOf(user)}
          isNew={false}
          failed={userTexts.toasts.updateFailed}
          onSave={async (values) => {
            const update = { ...bodyOf(values), stateId: values.stateId }
            const saved = await call(users.update, { params, body: { update } })
            toasts.success(userTexts.toasts.updated)
            onSaved(saved)
            onClose()
          }}
          onClose={onClose}
        />
      )}
    </LoadedDialog>
  )
}
