import { useState, type ReactNode } from 'react'
import { Eye, KeyRound, LockOpen, Mail, Pencil, QrCode, Trash2 } from 'lucide-react'
import { users } from '#contract/users.ts'
import { userStates } from '#domain/roles.ts'
import { userTexts } from '#texts/users.ts'
import { call } from '#web/api/client.ts'
import { nameOf } from '#web/rights/nameOf.ts'
import { managed } from '#web/shell/office/Cells.tsx'
import type { ListPageState } from '#web/shell/office/useListPage.ts'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import type { MenuEntries } from '#web/ui/Menu.tsx'
import type { User } from './queries.ts'
import { userActs, type UserAct } from './userActs.ts'

const { actions, confirm, toasts } = userTexts
type Asked = { user: User; act: UserAct | 'remove' }

/** What the menu of a user's row does, asking first where it matters. `question` is to be rendered. */
export function useUserActions(
  list: ListPageState<User>,
  open: { edit: (user: User) => void; access: (user: User) => void },
): { menuOf: (user: User) => MenuEntries; question: ReactNode } {
  const [asked, setAsked] = useState<Asked | null>(null)

  const run = async (user: User, act: UserAct) => {
    const { update, done, failed } = userActs[act]
    await list.run(
      user.id,
      async () => {
        const changed = await call(users.update, { params: { id: user.id }, body: { update: update(user) } })
        list.change(user.id, () => changed)
      },
      { done, failed },
    )
  }
  const remove = async (user: User) => {
    const isDone = await list.run(
      user.id,
      async () => {
        await call(users.remove, { params: { id: user.id } })
      },
      { done: toasts.removed, failed: toasts.removeFailed },
    )
    if (isDone) await list.remove(user.id)
  }
  const start = (user: User, act: UserAct) => () =>
    userActs[act].confirmation(user) === null ? void run(user, act) : setAsked({ user, act })

  const menuOf = (user: User): MenuEntries => {
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
  const words =
    asked && (asked.act === 'remove' ? confirm.remove : userActs[asked.act].confirmation(asked.user))
  const question =
    asked === null || words === null ? null : (
      <ConfirmDialog
        isOpen
        title={words.title}
        confirmLabel={words.confirm}
        look={asked.act === 'remove' || userActs[asked.act].isDestructive ? 'danger' : 'primary'}
        onConfirm={() => (asked.act === 'remove' ? remove(asked.user) : run(asked.user, asked.act))}
        onClose={() => setAsked(null)}
      >
        <p>{words.detail(nameOf(asked.user))}</p>
      </ConfirmDialog>
    )
  return { menuOf, question }
}
