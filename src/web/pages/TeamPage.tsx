import { useState, type ReactNode } from 'react'
import { Pencil, Plus, Trash2, UserPlus, Users } from 'lucide-react'
import { teamOrders, teams } from '#contract/office/teams.ts'
import { officeTexts } from '#texts/platform/lists.ts'
import { teamTexts } from '#texts/office/teams.ts'
import { call, callPage } from '#web/platform/api/client.ts'
import { AttachDialog } from '#web/platform/back-office/AttachDialog.tsx'
import { managed } from '#web/platform/back-office/Cells.tsx'
import { DeleteDialog } from '#web/platform/back-office/DeleteDialog.tsx'
import { ListPage } from '#web/platform/back-office/ListPage.tsx'
import { pickablePerson, resolveUsers, userSource } from '#web/office/attaching/sources.ts'
import { teamSelectionActs } from '#web/office/selection/acts.tsx'
import { useListSelection } from '#web/office/selection/useListSelection.tsx'
import { useListPage, type ListPageState } from '#web/platform/back-office/useListPage.ts'
import { useSession } from '#web/platform/shell/session.ts'
import { TeamDialog } from '#web/office/teams/TeamDialog.tsx'
import { TeamTable, type Team } from '#web/office/teams/TeamTable.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { useRestoreFocus } from '#web/platform/ui/restoreFocus.ts'

/** The open dialog, and the team as it was when the dialog opened. */
type Asked = { deed: 'create' } | { deed: TeamDeed; team: Team }
type TeamDeed = 'edit' | 'people' | 'remove'

/** /routes/team: the teams in the caller's scope, and their members. */
export function TeamPage(): ReactNode {
  const { currentBank } = useSession()
  const [asked, setAsked] = useState<Asked | null>(null)
  const list = useListPage({
    row: 'teamId',
    name: 'teams',
    orders: teamOrders,
    loadFailed: teamTexts.loadFailed,
    fetch: (query, _place, signal) => callPage(teams.list, { query, signal }),
  })
  const selected = useListSelection(list, teamSelectionActs)
  const close = () => setAsked(null)
  const team = asked === null || asked.deed === 'create' ? null : asked.team
  useRestoreFocus(team?.id ?? null)

  const menu = (row: Team) => {
    const ask = (deed: TeamDeed) => () => setAsked({ deed, team: row })
    return managed(row.manageable, [
      { id: 'people', label: teamTexts.people, icon: <UserPlus />, onAction: ask('people') },
      { id: 'edit', label: teamTexts.edit, icon: <Pencil />, onAction: ask('edit') },
      'line',
      { id: 'remove', label: teamTexts.remove, icon: <Trash2 />, look: 'danger', onAction: ask('remove') },
    ])
  }
  const create = (
    <Button look="primary" icon={<Plus />} onPress={() => setAsked({ deed: 'create' })}>
      {teamTexts.create}
    </Button>
  )
  return (
    <ListPage
      title={teamTexts.title}
      list={list}
      count={teamTexts.count}
      searchLabel={teamTexts.search}
      actions={create}
      selection={selected.bar}
    >
      <TeamTable
        teams={list.rows}
        selectedKey={list.selectedId}
        selection={selected.selection}
        sort={list.sort}
        onSort={list.setSort}
        busyKeys={list.busyIds}
        rowMenu={menu}
        onRowAction={(row) => row.manageable && setAsked({ deed: 'people', team: row })}
        empty={
          list.search === '' ? (
            <EmptyState title={teamTexts.none} icon={<Users />}>
              {teamTexts.noneDetail}
            </EmptyState>
          ) : (
            <EmptyState title={officeTexts.noResult} />
          )
        }
      />
      {selected.dialog}
      {asked?.deed === 'create' && (
        <TeamDialog
          notice={currentBank !== null && <p>{teamTexts.createdIn(currentBank.label)}</p>}
          onSave={async (body) => {
            const { id } = await call(teams.create, { body })
            await list.show(id)
          }}
          onClose={close}
        />
      )}
      {asked?.deed === 'edit' && (
        <TeamDialog
          values={{ name: asked.team.name, description: asked.team.description }}
          onSave={async (update) => {
            const { id } = asked.team
            const changed = await call(teams.update, { params: { id }, body: { update } })
            list.change(id, () => changed)
          }}
          onClose={close}
        />
      )}
      {asked?.deed === 'people' && <TeamPeople team={asked.team} list={list} onClose={close} />}
      {asked?.deed === 'remove' && (
        <DeleteDialog
          title={teamTexts.removeTitle}
          done={teamTexts.removed}
          failed={teamTexts.removeFailed}
          onConfirm={async () => {
            await call(teams.remove, { params: { id: asked.team.id } })
            await list.remove(asked.team.id)
          }}
          onClose={close}
        >
          <p>{teamTexts.removeDetail(asked.team.name, asked.team.users.length)}</p>
        </DeleteDialog>
      )}
    </ListPage>
  )
}

/** The members of a team. Each change updates the row behind. */
function TeamPeople(props: { team: Team; list: ListPageState<Team>; onClose: () => void }): ReactNode {
  const { list } = props
  const { id, name } = props.team
  // The current row of the team, which may have left the page.
  const team = list.rows?.find((row) => row.id === id) ?? props.team
  const params = { id }
  const attach = async (items: readonly { id: number }[]) => {
    const users = await call(teams.attachUsers, { params, body: { users: items.map((one) => one.id) } })
    list.change(id, (row) => ({ ...row, users }))
  }
  return (
    <AttachDialog
      title={teamTexts.peopleTitle(name)}
      texts={officeTexts.attach.user}
      source={userSource}
      attached={team.users.map(pickablePerson)}
      onAdd={(item) => attach([item])}
      pasting={{ resolve: resolveUsers, onAdd: attach }}
      onRemove={async (item) => {
        const users = await call(teams.detachUsers, { params, body: { users: [item.id] } })
        list.change(id, (row) => ({ ...row, users }))
      }}
      onClose={props.onClose}
    />
  )
}
