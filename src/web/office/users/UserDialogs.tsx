import { Activity, useState, type ReactNode } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ClipboardPaste } from 'lucide-react'
import { users } from '#contract/office/users.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { userTexts } from '#texts/office/users.ts'
import { call } from '#web/platform/api/client.ts'
import { isCode } from '#web/platform/api/errors.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { nameOf } from '#web/access/nameOf.ts'
import { counterKey } from '#web/office/banks/BankCounter.tsx'
import { LoadedDialog } from '#web/platform/shell/Loaded.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { MailNote } from './MailNote.tsx'
import { useFullBank, usePlaces, type Places } from './places.tsx'
import { userKeys, type User } from './queries.ts'
import { SeveralUsersDialog } from './SeveralUsersDialog.tsx'
import { bodyOf, emptyUser, valuesOf, type UserValues } from './userForm.ts'
import { UserForm } from './UserForm.tsx'
import styles from './NewUsers.module.css'

const texts = userTexts.dialog

export type CreateUserDialogProps = {
  /** Called with null if the account exists although its mail failed: the list shows that. */
  onCreated: (userId: number | null) => void
  /** Called when several users were created; the dialog shows them. */
  onSeveral: () => void
  onClose: () => void
}

/** The form of a new user with their banks and teams, at first the current bank; or of several from a list. */
export function CreateUserDialog(props: CreateUserDialogProps): ReactNode {
  const places = usePlaces()
  const [areSeveral, setSeveral] = useState(false)
  /** What the form held when the list was first opened; null until then. */
  const [typed, setTyped] = useState<Typed | null>(null)
  // What was typed in the one stays while the other is shown.
  return (
    <>
      <Activity mode={areSeveral ? 'hidden' : 'visible'}>
        <CreateOneDialog
          {...props}
          places={places}
          onSeveral={(values) => {
            setTyped((before) => ({ list: before?.list ?? listOf(values), isForm: isTyped(values) }))
            setSeveral(true)
          }}
        />
      </Activity>
      {typed !== null && (
        <Activity mode={areSeveral ? 'visible' : 'hidden'}>
          <SeveralUsersDialog
            start={typed.list}
            isElseDirty={typed.isForm}
            places={places}
            onCreated={props.onSeveral}
            onSingle={() => setSeveral(false)}
            onClose={props.onClose}
          />
        </Activity>
      )}
    </>
  )
}

type Typed = { list: string; isForm: boolean }

const listOf = ({ firstName, lastName, email }: UserValues): string =>
  email === '' ? '' : `${nameOf({ firstName, lastName, login: '' })} <${email}>`
const isTyped = ({ firstName, lastName, email, login }: UserValues): boolean =>
  [firstName, lastName, email, login].some((text) => text !== '')

function CreateOneDialog({
  places,
  ...props
}: Omit<CreateUserDialogProps, 'onSeveral'> & {
  places: Places
  onSeveral: (values: UserValues) => void
}): ReactNode {
  const toasts = useToasts()
  const cache = useQueryClient()
  const full = useFullBank(places.banks)
  return (
    <UserForm
      title={texts.createTitle}
      submitLabel={texts.submitCreate}
      start={emptyUser}
      isNew
      failed={userTexts.toasts.createFailed}
      more={places}
      top={(values) => (
        <div className={styles.switch}>
          <Button size="small" icon={<ClipboardPaste />} onPress={() => props.onSeveral(values)}>
            {texts.several}
          </Button>
        </div>
      )}
      onSave={async (values) => {
        const { id } = await call(users.create, { body: { ...bodyOf(values), ...idsOf(places) } })
        toasts.success(userTexts.toasts.created)
        props.onCreated(id)
      }}
      onRefused={(error) => {
        if (isCode(error, 'MAIL_WAS_NOT_SEND')) props.onCreated(null)
        if (isCode(error, 'REACH_USER_LIMIT_IN_BANK'))
          for (const { id } of places.banks) void cache.invalidateQueries({ queryKey: counterKey(id) })
      }}
      obstacle={({ role }) => (role === 'ROLE_INTERVENANT' ? full : null)}
      notice={<MailNote />}
      onClose={props.onClose}
    />
  )
}

const idsOf = ({ banks, teams }: Places) => ({
  banks: banks.map(({ id }) => id),
  teams: teams.map(({ id }) => id),
})

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
