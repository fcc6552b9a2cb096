import { useState, type ReactNode } from 'react'
import { Eye, IdCard, Link2, MonitorX, Pencil, Trash2 } from 'lucide-react'
import { users } from '#contract/office/users.ts'
import { userTexts } from '#texts/office/users.ts'
import { call } from '#web/platform/api/client.ts'
import { isCode } from '#web/platform/api/errors.ts'
import { nameOf } from '#web/access/nameOf.ts'
import { managed } from '#web/platform/back-office/Cells.tsx'
import type { ListPageState } from '#web/platform/back-office/useListPage.ts'
import { DeleteDialog } from '#web/platform/back-office/DeleteDialog.tsx'
import { useSession } from '#web/platform/shell/session.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { ConfirmDialog } from '#web/platform/ui/Dialog.tsx'
import type { MenuEntries } from '#web/platform/ui/Menu.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useRestoreFocus } from '#web/platform/ui/restoreFocus.ts'
import type { User } from './queries.ts'
import { userActNames, userActs, type Confirmation, type UserAct } from './userActs.tsx'

const { actions, confirm } = userTexts
type Asked = { user: User } & ({ act: 'remove' } | { act: UserAct; words: Confirmation })

/** Returns the menu of a user's row, and the confirmation dialog (`question`) to render. */
export function useUserActions(
  list: ListPageState<User>,
  open: Record<'edit' | 'access' | 'sessions' | 'relink', (user: User) => void> & {
    /** null without single sign-on. */
    sso: ((user: User) => void) | null
  },
): { menuOf: (user: User) => MenuEntries; question: ReactNode } {
  const [asked, setAsked] = useState<Asked | null>(null)
  const toasts = useToasts()
  const { sendsMails } = useSession()
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
  const start = (user: User, act: UserAct) => {
    const words = userActs[act].confirmation(user)
    if (words === null) void run(user, act)
    else setAsked({ user, act, words })
  }

  const menuOf = (user: User): MenuEntries => {
    const { sso } = open
    return [
      { id: 'access', label: actions.access, icon: <Eye />, onAction: () => open.access(user) },
      'line',
      ...managed(user.manageable, [
        { id: 'edit', label: actions.edit, icon: <Pencil />, onAction: () => open.edit(user) },
        ...userActNames.map((act) => ({
          id: act,
          label: actions[act],
          icon: userActs[act].icon,
          isDisabled: userActs[act].isDisabled?.(user) === true,
          onAction: () => start(user, act),
        })),
        { id: 'sessions', label: actions.sessions, icon: <MonitorX />, onAction: () => open.sessions(user) },
        ...(sso ? [{ id: 'sso', label: actions.sso, icon: <IdCard />, onAction: () => sso(user) }] : []),
        ...(user.ad === null
          ? []
          : [
              {
                id: 'relink',
                label: actions.relink,
                icon: <Link2 />,
                onAction: () => open.relink(user),
              },
            ]),
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
    question:
      asked &&
      (asked.act === 'remove' ? (
        <DeleteDialog
          title={confirm.remove.title}
          done={userTexts.toasts.removed}
          failed={userTexts.toasts.removeFailed}
          onConfirm={() => remove(asked.user)}
          onClose={close}
        >
          <p>{confirm.remove.detail(nameOf(asked.user))}</p>
        </DeleteDialog>
      ) : (
        <ConfirmDialog
          isOpen
          title={asked.words.title}
          confirmLabel={asked.words.confirm}
          look={userActs[asked.act].isDestructive ? 'danger' : 'primary'}
          onConfirm={() => run(asked.user, asked.act)}
          onClose={close}
        >
          <p>{asked.words.detail(nameOf(asked.user))}</p>
          {asked.act === 'resetPassword' && !sendsMails && (
            <Banner tone="attention">{userTexts.invitation.unsentReset}</Banner>
          )}
        </ConfirmDialog>
      )),
  }
}
