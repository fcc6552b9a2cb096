/** Server-rendered fragments: the page's own component as HTML, without script or style in it. */
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { folderCount, type ClientTemplate } from '#domain/office/client-template.ts'
import { ClientForm, type Destination } from './office/administration/ClientForm.tsx'
import { ChestTable, type Chest } from './vault/chests/ChestTable.tsx'
import { Dashboard } from './office/dashboard/Dashboard.tsx'
import { loadedFigures, type DashboardData } from './office/dashboard/figure.ts'
import { TeamTable, type Team } from './office/teams/TeamTable.tsx'
import type { TrashEntry } from './vault/trash/queries.ts'
import { TrashTable } from './vault/trash/TrashTable.tsx'
import { UiProvider } from './platform/ui/UiProvider.tsx'
import type { User } from './office/users/queries.ts'
import { UserTable } from './office/users/UserTable.tsx'

/** What each fragment is rendered from: the reply of the JSON call of the same page, with its total. */
export type FragmentData = {
  administration: { chests: readonly Destination[]; template: ClientTemplate }
  chest: { chests: readonly Chest[]; total: number }
  dashboard: DashboardData
  team: { teams: readonly Team[]; total: number }
  trash: { entries: readonly TrashEntry[]; total: number; now: number }
  user: { users: readonly User[]; total: number; now: number }
}
export type FragmentPage = keyof FragmentData

const fragments: { [Page in FragmentPage]: (data: FragmentData[Page]) => ReactNode } = {
  administration: ({ chests, template }) => (
    <ClientForm
      chests={chests}
      folders={folderCount(template.folders) + 1}
      onSearch={() => undefined}
      onCreate={async () => null}
    />
  ),
  chest: ({ chests, total }) => (
    <div data-count-total={total}>
      <ChestTable chests={chests} isStatic />
    </div>
  ),
  dashboard: (data) => <Dashboard figures={loadedFigures(data)} />,
  team: ({ teams, total }) => (
    <div data-count-total={total}>
      <TeamTable teams={teams} isStatic />
    </div>
  ),
  trash: ({ entries, total, now }) => (
    <div data-count-total={total}>
      <TrashTable entries={entries} now={now} isStatic />
    </div>
  ),
  user: ({ users, total, now }) => (
    <div data-count-total={total}>
      <UserTable users={users} now={now} isStatic />
    </div>
  ),
}

/** Renders what a page shows. The sentences are French whatever the process's locale. */
export const renderFragment = <Page extends FragmentPage>(page: Page, data: FragmentData[Page]): string =>
  renderToStaticMarkup(<UiProvider>{fragments[page](data)}</UiProvider>)
