import { useState, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { BookUser, FileUp, UserPlus } from 'lucide-react'
import { userOrders, users } from '#contract/office/users.ts'
import { directoryPeopleTexts } from '#texts/office/directory-people.ts'
import { userTexts } from '#texts/office/users.ts'
import { callPage } from '#web/platform/api/client.ts'
import { accessKey, AccessPanel } from '#web/office/chest-rights/AccessPanel.tsx'
import { nameOf } from '#web/access/nameOf.ts'
import { lazyDialog } from '#web/platform/shell/lazyDialog.tsx'
import { lazyPart } from '#web/platform/shell/lazyPart.tsx'
import { useNow } from '#web/platform/shell/useNow.ts'
import { ListPage } from '#web/platform/back-office/ListPage.tsx'
import { useListPage } from '#web/platform/back-office/useListPage.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { useRestoreFocus } from '#web/platform/ui/restoreFocus.ts'
import { userSelectionActs } from '#web/office/selection/acts.tsx'
import { useListSelection } from '#web/office/selection/useListSelection.tsx'
import { userFilterNames } from '#web/office/users/filterNames.ts'
import { filterQuery } from '#web/office/users/filterQuery.ts'
import { useDirectories, useHasSso, type User } from '#web/office/users/queries.ts'
import { CreateUserDialog, EditUserDialog } from '#web/office/users/UserDialogs.tsx'
import { UserFilters } from '#web/office/users/UserFilters.tsx'
import { UserImportDialog } from '#web/office/users/UserImportDialog.tsx'
import { UserTable } from '#web/office/users/UserTable.tsx'
import { useUserActions } from '#web/office/users/useUserActions.tsx'

/** Loaded on demand: there is seldom a pending reset. */
const FactorResets = lazyPart(() =>
  import('#web/office/users/FactorResets.tsx').then((module) => module.FactorResets),
)

/** Seldom used. */
const SessionsDialog = lazyDialog(() =>
  import('#web/office/users/SessionsDialog.tsx').then((module) => module.SessionsDialog),
)

/** Seldom used. */
const SsoDialog = lazyDialog(() =>
  import('#web/office/users/SsoDialog.tsx').then((module) => module.SsoDialog),
)

/** Seldom used, and only with a directory. */
const DirectoryPeopleDialog = lazyDialog(() =>
  import('#web/office/directory-people/DirectoryPeopleDialog.tsx').then(
    (module) => module.DirectoryPeopleDialog,
  ),
)

/** Seldom used. */
const DirectoryLinkDialog = lazyDialog(() =>
  import('#web/office/users/DirectoryLinkDialog.tsx').then((module) => module.DirectoryLinkDialog),
)

type Opened =
  | { name: 'create' | 'import' | 'directory' }
  | { name: 'edit' | 'sessions' | 'sso' | 'relink'; user: User }

/** /routes/user: the users in the caller's scope; `?userId=` highlights one of them. */
export function UserPage(): ReactNode {
  const cache = useQueryClient()
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const now = useNow(30_000)
  const list = useListPage({
    row: 'userId',
    name: 'user',
    orders: userOrders,
    filters: userFilterNames,
    fetch: (query, { filters = {} }, signal) =>
      callPage(users.list, { query: { ...query, ...filterQuery(filters) }, signal }),
    loadFailed: userTexts.loadFailed,
  })
  const selected = useListSelection(list, userSelectionActs)
  const hasSso = useHasSso()
  const { data: [directory] = [] } = useDirectories()
  const { menuOf, question } = useUserActions(list, {
    edit: (user) => setOpened({ name: 'edit', user }),
    access: (user) => list.setPanel(user.id),
    sessions: (user) => setOpened({ name: 'sessions', user }),
    relink: (user) => setOpened({ name: 'relink', user }),
    sso: hasSso ? (user) => setOpened({ name: 'sso', user }) : null,
  })
  useRestoreFocus(opened !== null && 'user' in opened ? opened.user.id : null)
  useRestoreFocus(list.panelId)
  const watched = list.rows?.find(({ id }) => id === list.panelId)

  return (
    <>
      <ListPage
        title={userTexts.title}
        list={list}
        count={userTexts.count}
        searchLabel={userTexts.filter}
        filters={<UserFilters list={list} />}
        panel={
          watched !== undefined && (
            <AccessPanel
              key={watched.id}
              user={{ id: watched.id, name: `${nameOf(watched)} · ${watched.login}` }}
              onClose={() => list.setPanel(null)}
            />
          )
        }
        notice={<FactorResets />}
        selection={selected.bar}
        actions={
          <>
            {directory !== undefined && (
              <Button icon={<BookUser />} onPress={() => setOpened({ name: 'directory' })}>
                {directoryPeopleTexts.open}
              </Button>
            )}
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
          selectedKey={list.selectedId}
          selection={selected.selection}
          now={now}
          sort={list.sort}
          onSort={list.setSort}
          busyKeys={list.busyIds}
          isFiltered={list.search !== '' || Object.keys(list.filters).length > 0}
          rowMenu={menuOf}
          onRowAction={(user) =>
            user.manageable ? setOpened({ name: 'edit', user }) : list.setPanel(user.id)
          }
        />
      </ListPage>
      {question}
      {selected.dialog}
      {opened?.name === 'create' && (
        <CreateUserDialog
          onCreated={(userId) => {
            close()
            void (userId === null ? list.refresh() : list.show(userId))
          }}
          onSeveral={() => void list.refresh()}
          onClose={close}
        />
      )}
      {opened?.name === 'import' && (
        <UserImportDialog onCreated={() => void list.refresh()} onClose={close} />
      )}
      {opened?.name === 'directory' && directory !== undefined && (
        <DirectoryPeopleDialog
          directoryId={directory.id}
          onCreated={() => void list.refresh()}
          onClose={close}
        />
      )}
      {opened?.name === 'sessions' && <SessionsDialog user={opened.user} onClose={close} />}
      {opened?.name === 'sso' && <SsoDialog user={opened.user} onClose={close} />}
      {opened?.name === 'relink' && (
        <DirectoryLinkDialog user={opened.user} onRelinked={() => void list.refresh()} onClose={close} />
      )}
      {opened?.name === 'edit' && (
        <EditUserDialog
          userId={opened.user.id}
          onSaved={(saved) => {
            list.change(saved.id, () => saved)
            void cache.invalidateQueries({ queryKey: accessKey(saved.id) })
          }}
          onClose={close}
        />
      )}
    </>
  )
}
