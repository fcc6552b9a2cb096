import { useState, type ReactNode } from 'react'
import { Eye, IdCard, KeyRound, LockOpen, Mail, MonitorX, Pencil, QrCode, Trash2 } from 'lucide-react'
import { users } from '#contract/office/users.ts'
import { userStates } from '#domain/platform/roles.ts'
import { userTexts } from '#texts/office/users.ts'
import { call } from '#web/platform/api/client.ts'
import { isCode } from '#web/platform/api/errors.ts'
import { nameOf } from '#web/access/nameOf.ts'
import { managed } from '#web/platform/back-office/Cells.tsx'
import type { ListPageState } from '#web/platform/back-office/useListPage.ts'
import { DeleteDialog } from '#web/platform/back-office/DeleteDialog.tsx'
import { ConfirmDialog } from '#web/platform/ui/Dialog.tsx'
import type { MenuEntries } from '#web/platform/ui/Menu.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useRestoreFocus } from '#web/platform/ui/restoreFocus.ts'
import type { User } from './queries.ts'
import { userActs, type UserAct } from './userActs.ts'

const { actions, confirm } = userTexts
type Asked = { user: User; act: UserAct | 'remove' }

/** Returns the menu of a user's row, and the confirmation dialog (`question`) to render. */
export function useUserActions(
  list: ListPageState<User>,
  open: Record<'edit' | 'access' | 'sessions', (user: User) => void> & {
    /** null without single sign-on. */
    sso: ((user: User) => void) | null
  },
): { menuOf: (user: User) => MenuEntries; question: ReactNode } {
  const [asked, setAsked] = useState<Asked | null>(null)
  const toasts = useToasts()
  const close = () => setAsked(null)
  useRestoreFocus(asked?.user.id ?? null)

  const run = async (user: User, act: UserAct) => {
    const { update, done, failed } = userActs[act]
    await list.run(
      user.id,
      async () => {
        try {
          const changed = await call(users.update, {
            params: { id: user.id },
            body: { update: update(user) },
          })
          list.change(user.id, () => changed)
          if (act === 'sendLogin' && changed.unsentMail?.isWaiting) return userTexts.toasts.underWay
        } catch (error) {
          // The password is reset and its sessions are ended although the mail failed.
          if (act !== 'resetPassword' || !isCode(error, 'MAIL_WAS_NOT_SEND')) throw error
          toasts.error(error.message)
          await list.refresh()
        }
      },
      { done, failed: (error) => (isCode(error, 'REACH_USER_LIMIT_IN_BANK') ? error.message : failed) },
    )
  }
  const remove = async (user: User) => {
    await call(users.remove, { params: { id: user.id } })
    void list.remove(user.id)
  }
  const start = (user: User, act: UserAct) => () =>
    userActs[act].confirmation(user) === null ? void run(user, act) : setAsked({ user, act })

  const menuOf = (user: User): MenuEntries => {
    const { sso } = open
    const isShut = user.blocked || user.state.id === userStates.inactive
    return [
      { id: 'access', label: actions.access, icon: <Eye />, onAction: () => open.access(user) },
      'line',
      ...managed(user.manageable, [
        { id: 'edit', label: actions.edit, icon: <Pencil />, onAction: () => open.edit(user) },
        {
          id: 'resetPassword',
          label: actions.resetPassword,
          icon: <KeyRound />,
          // The directory holds that password.
          isDisabled: user.ad !== null,
          onAction: start(user, 'resetPassword'),
        },
        {
          id: 'resetQrCode',
          label: actions.resetQrCode,
          icon: <QrCode />,
          onAction: start(user, 'resetQrCode'),
        },
        {
          id: 'unblock',
          label: actions.unblock,
          icon: <LockOpen />,
          isDisabled: !isShut,
          onAction: start(user, 'unblock'),
        },
        { id: 'sendLogin', label: actions.sendLogin, icon: <Mail />, onAction: start(user, 'sendLogin') },
        { id: 'sessions', label: actions.sessions, icon: <MonitorX />, onAction: () => open.sessions(user) },
        ...(sso ? [{ id: 'sso', label: actions.sso, icon: <IdCard />, onAction: () => sso(user) }] : []),
        'line',
        {
          id: 'remove',
          label: actions.remove,
          icon: <Trash2 />,
          look: 'danger',
          onAction: () => setAsked({ user, act: 'remove' }),
        },
      ]),
    ]
  }
  return {
    menuOf,
    question: asked && <Question asked={asked} onRun={run} onRemove={remove} onClose={close} />,
  }
}

/** The confirmation of an action. */
function Question(props: {
  asked: Asked
  onRun: (user: User, act: UserAct) => Promise<void>
  onRemove: (user: User) => Promise<void>
  onClose: () => void
}): ReactNode {
  const { user, act } = props.asked
  if (act === 'remove') {
    return (
      <DeleteDialog
        title={confirm.remove.title}
        done={userTexts.toasts.removed}
        failed={userTexts.toasts.removeFailed}
        onConfirm={() => props.onRemove(user)}
        onClose={props.onClose}
      >
        <p>{confirm.remove.detail(nameOf(user))}</p>
      </DeleteDialog>
    )
  }
  const words = userActs[act].confirmation(user)
  return words === null ? null : (
    <ConfirmDialog
      isOpen
      title={words.title}
      confirmLabel={words.confirm}
      look={userActs[act].isDestructive ? 'danger' : 'primary'}
      onConfirm={() => props.onRun(user, act)}
      onClose={props.onClose}
    >
      <p>{words.detail(nameOf(user))}</p>
    </ConfirmDialog>
  )
}
