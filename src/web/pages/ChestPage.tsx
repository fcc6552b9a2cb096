import { useState, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ArchiveRestore, Eye, Pencil, Plus, Trash2, User, Users, Vault } from 'lucide-react'
import { chestOrders, chests } from '#contract/vault/chests.ts'
import { chestTexts } from '#texts/vault/chests.ts'
import { chestRightTexts } from '#texts/platform/chest-rights.ts'
import { callPage } from '#web/platform/api/client.ts'
import { RightsLegend } from '#web/access/RightsBadges.tsx'
import { audienceKey, AudiencePanel } from '#web/office/chest-rights/AudiencePanel.tsx'
import { RightsEditor } from '#web/office/chest-rights/RightsEditor.tsx'
import { attachedOf, ChestTable, type Chest } from '#web/vault/chests/ChestTable.tsx'
import { DeletedChestsDialog } from '#web/vault/chests/DeletedChestsDialog.tsx'
import type { Grant } from '#web/vault/chests/GrantList.tsx'
import { GrantsDialog } from '#web/vault/chests/GrantsDialog.tsx'
import { EditChestDialog } from '#web/vault/chests/ManageChestDialogs.tsx'
import { RemoveChestDialog } from '#web/vault/chests/RemoveChestDialog.tsx'
import { chestSelectionActs } from '#web/office/selection/acts.tsx'
import { useListSelection } from '#web/office/selection/useListSelection.tsx'
import { managed } from '#web/platform/back-office/Cells.tsx'
import { ListPage } from '#web/platform/back-office/ListPage.tsx'
import { useListPage } from '#web/platform/back-office/useListPage.ts'
import { useMay } from '#web/platform/shell/session.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import type { MenuEntries } from '#web/platform/ui/Menu.tsx'
import { useRestoreFocus } from '#web/platform/ui/restoreFocus.ts'
import { AttachTeams, AttachUsers } from './chests/AttachDialogs.tsx'
import { CreateChest } from './chests/CreateChest.tsx'

const texts = chestTexts.office

/** The open dialog. Its chest is looked up in the list, which changes below the dialog. */
type Opened =
  | { name: 'create' | 'deleted' }
  | { name: 'edit' | 'remove' | 'users' | 'teams'; id: number }
  | { name: 'grants'; id: number; kind: Grant['kind'] }

/** /routes/chest: the chests in the caller's scope; `?chestId=` highlights one of them. */
export function ChestPage(): ReactNode {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const mayRestore = useMay('manageEverything')
  const [opened, setOpened] = useState<Opened | null>(null)
  const [edited, setEdited] = useState<{ id: number; grant: Grant } | null>(null)
  const close = () => setOpened(null)
  const list = useListPage({
    row: 'chestId',
    name: 'chest',
    orders: chestOrders,
    fetch: (query, _place, signal) => callPage(chests.list, { query, signal }),
    loadFailed: chestTexts.loadFailed,
  })
  const selected = useListSelection(list, chestSelectionActs)
  const openedId = opened !== null && 'id' in opened ? opened.id : null
  useRestoreFocus(edited?.id ?? openedId)
  useRestoreFocus(list.panelId)
  const find = (id: number | null) => list.rows?.find((chest) => chest.id === id)
  const chest = find(openedId)
  const editedChest = find(edited?.id ?? null)
  const watched = find(list.panelId)
  const change = (id: number, changed: (row: Chest) => Chest) => {
    list.change(id, changed)
    void cache.invalidateQueries({ queryKey: audienceKey(id) })
  }
  const update = (id: number, part: Partial<Chest>) => change(id, (row) => ({ ...row, ...part }))

  const open = (name: 'edit' | 'remove' | 'users' | 'teams', { id }: Chest) => ({
    id: name,
    onAction: () => setOpened({ name, id }),
  })
  const menuOf = (row: Chest): MenuEntries => [
    row.readable && {
      id: 'open',
      label: texts.open,
      icon: <Vault />,
      onAction: () => void navigate({ to: '/routes/explorer', search: { chestId: row.id }, replace: true }),
    },
    {
      id: 'audience',
      label: chestRightTexts.audience.title,
      icon: <Eye />,
      onAction: () => list.setPanel(row.id),
    },
    'line',
    ...managed(row.manageable, [
      { ...open('edit', row), label: texts.edit, icon: <Pencil /> },
      { ...open('users', row), label: texts.users, icon: <User /> },
      { ...open('teams', row), label: texts.teams, icon: <Users /> },
      'line',
      { ...open('remove', row), label: texts.remove, icon: <Trash2 />, look: 'danger' },
    ]),
  ]
  return (
    <>
      <ListPage
        title={chestTexts.table.title}
        list={list}
        count={texts.count}
        searchLabel={texts.filter}
        legend={<RightsLegend />}
        selection={selected.bar}
        panel={
          watched !== undefined && (
            <AudiencePanel key={watched.id} chest={watched} onClose={() => list.setPanel(null)} />
          )
        }
        actions={
          <>
            {mayRestore && (
              <Button icon={<ArchiveRestore />} onPress={() => setOpened({ name: 'deleted' })}>
                {texts.deleted}
              </Button>
            )}
            <Button look="primary" icon={<Plus />} onPress={() => setOpened({ name: 'create' })}>
              {chestTexts.create}
            </Button>
          </>
        }
      >
        <ChestTable
          chests={list.rows}
          chosenId={list.selectedId}
          selection={selected.selection}
          sort={list.sort}
          onSort={list.setSort}
          busyIds={list.busyIds}
          isFiltered={list.search !== ''}
          rowMenu={menuOf}
          onOpen={({ id }) => list.setPanel(id)}
          onEditGrant={({ id }, grant) => setEdited({ id, grant })}
          onShowGrants={({ id }, kind) => setOpened({ name: 'grants', id, kind })}
        />
      </ListPage>
      {selected.dialog}
      {opened?.name === 'create' && (
        <CreateChest
          onCreated={(chestId) => {
            close()
            void list.show(chestId)
          }}
          onClose={close}
        />
      )}
      {opened?.name === 'deleted' && (
        <DeletedChestsDialog onRestored={() => void list.refresh()} onClose={close} />
      )}
      {opened?.name === 'edit' && openedId !== null && (
        <EditChestDialog chestId={openedId} onSaved={(saved) => update(saved.id, saved)} onClose={close} />
      )}
      {opened?.name === 'remove' && chest !== undefined && (
        <RemoveChestDialog
          chest={chest}
          onRemoved={() => void list.remove(chest.id)}
          onRestored={() => void list.refresh()}
          onClose={close}
        />
      )}
      {opened?.name === 'users' && chest !== undefined && (
        <AttachUsers chest={chest} onChange={(users) => update(chest.id, { users })} onClose={close} />
      )}
      {opened?.name === 'teams' && chest !== undefined && (
        <AttachTeams chest={chest} onChange={(teams) => update(chest.id, { teams })} onClose={close} />
      )}
      {opened?.name === 'grants' && chest !== undefined && (
        <GrantsDialog
          kind={opened.kind}
          chest={chest.name}
          {...attachedOf(chest, opened.kind)}
          onEdit={chest.manageable ? (grant) => setEdited({ id: chest.id, grant }) : undefined}
          onClose={close}
        />
      )}
      {edited !== null && editedChest !== undefined && (
        <RightsEditor
          chest={editedChest}
          holder={edited.grant}
          onSaved={(rights) => {
            const withRights = <Attached extends { id: number }>(rows: readonly Attached[]): Attached[] =>
              rows.map((row) => (row.id === edited.grant.id ? { ...row, rights } : row))
            change(edited.id, (row) =>
              edited.grant.kind === 'user'
                ? { ...row, users: withRights(row.users) }
                : { ...row, teams: withRights(row.teams) },
            )
          }}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}
