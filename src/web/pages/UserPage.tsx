import { useState, type ReactNode } from 'react'
import { FileUp, UserPlus } from 'lucide-react'
import { users } from '#contract/users.ts'
import { userTexts } from '#texts/users.ts'
import { callPage } from '#web/api/client.ts'
import { AccessDialog } from '#web/chest-rights/AccessDialog.tsx'
import { nameOf } from '#web/rights/nameOf.ts'
import { ListPage } from '#web/shell/office/ListPage.tsx'
import { useListPage } from '#web/shell/office/useListPage.ts'
import { Button } from '#web/ui/Button.tsx'
import { useFocusBack } from '#web/ui/useFocusBack.ts'
import type { User } from '#web/users/queries.ts'
import { CreateUserDialog } from '#web/users/CreateUserDialog.tsx'
import { EditUserDialog } from '#web/users/EditUserDialog.tsx'
import { UserImportDialog } from '#web/users/UserImportDialog.tsx'
import { UserTable } from '#web/users/UserTable.tsx'
import { useUserActions } from '#web/users/useUserActions.tsx'

type Opened = { name: 'create' } | { name: 'import' } | { name: 'edit' | 'access'; user: User }

/** /routes/user: the users in scope, `?userId=` one of them highlighted. */
export function UserPage(): ReactNode {
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const list = useListPage<User>({
    row: 'userId',
    name: 'user',
    fetch: (query, _place, signal) => callPage(users.list, { query, signal }),
    loadFailed: userTexts.loadFailed,
  })
  const { menuOf, question } = useUserActions(list, {
    edit: (user) => setOpened({ name: 'edit', user }),
    access: (user) => setOpened({ name: 'access', user }),
  })
  useFocusBack(opened !== null && 'user' in opened ? opened.user.id : null)

  return (
    <>
      <ListPage
        title={userTexts.title}
        list={list}
        count={userTexts.count}
        searchLabel={userTexts.filter}
        actions={
          <>
            <Button icon={<FileUp />} onPress={() => setOpened({ name: 'import' })}>
              {userTexts.importCsv}
            </Button>
            <Button look="primary" icon={<UserPlus />} onPress={() => setOpened({ name: 'create' })}>
              {userTexts.create}
            </Button>
          </>
        }
      >
        <UserTable
          users={list.rows}
          chosenId={list.selectedId}
          busyIds={list.busyIds}
          isFiltered={list.search !== ''}
          rowMenu={menuOf}
          onOpen={(user) => setOpened({ name: user.manageable ? 'edit' : 'access', user })}
        />
      </ListPage>
      {question}
      {opened?.name === 'create' && (
        <CreateUserDialog
          onCreated={(userId) => {
            close()
            void (userId === null ? list.refresh() : list.show(userId))
          }}
          onClose={close}
        />
      )}
      {opened?.name === 'import' && (
        <UserImportDialog onCreated={() => void list.refresh()} onClose={close} />
      )}
      {opened?.name === 'edit' && (
        <EditUserDialog
          userId={opened.user.id}
          onSaved={(saved) => list.change(saved.id, () => saved)}
          onClose={close}
        />
      )}
      {opened?.name === 'access' && (
        <AccessDialog user={{ id: opened.user.id, name: nameOf(opened.user) }} onClose={close} />
      )}
    </>
  )
}
