import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  useLocation,
} from '@tanstack/react-router'
import { readPasswordPlace } from '#web/office/dashboard/place.ts'
import { readJournalPlace } from '#web/office/journal/place.ts'
import { userFilterNames } from '#web/office/users/filterNames.ts'
import { readPlace } from '#web/vault/explorer/place.ts'
import { useHandleDiscard } from '#web/vault/master-key/useHandleDiscard.ts'
import { BrokenPage } from '#web/platform/shell/BrokenPage.tsx'
import { placePages } from '#web/platform/shell/pagePlaces.ts'
import { readTrashPlace } from '#web/vault/trash/place.ts'
import { readListAddress } from '#web/platform/shell/listPlace.ts'
import { lazyDialog } from '#web/platform/shell/lazyDialog.tsx'
import type { RailMark } from '#web/platform/shell/Rail.tsx'
import { RoleGate } from '#web/platform/shell/RoleGate.tsx'
import { Shell } from '#web/platform/shell/Shell.tsx'
import { findActiveRow, restoreFocus } from '#web/platform/ui/restoreFocus.ts'
import { ExplorerPage } from './ExplorerPage.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { Search } from './Search.tsx'

const ChangeBankDialog = lazyDialog(() =>
  import('#web/office/banks/ChangeBankDialog.tsx').then((module) => module.ChangeBankDialog),
)
const ProlongDialog = lazyDialog(() => {
  // Its code is loaded when the end is near. Nobody has to prolong.
  void import('./SealedScreen.tsx').then((module) => module.prepareSealedSignIn())
  return import('#web/identity/account/ProlongDialog.tsx').then((module) => module.ProlongDialog)
})
const ChangelogDialog = lazyDialog(() =>
  import('#web/office/changelog/ChangelogDialog.tsx').then((module) => module.ChangelogDialog),
)

/** The frame renders again only for another path, not for other search parameters. */
const pathOf = ({ pathname }: { pathname: string }): string => pathname
const chestOf = ({ search }: { search: Record<string, unknown> }): number | undefined =>
  readPlace(search).chestId

/** Moves a lost focus to the content of the new place after a navigation. */
function useFocusAtPlace(path: string, chestId: number | undefined): void {
  const place = `${path} ${chestId}`
  const last = useRef(place)
  useEffect(() => {
    if (last.current === place) return undefined
    last.current = place
    return restoreFocus(chestId === undefined ? () => document.querySelector('main') : findActiveRow)
  }, [place, chestId])
}

/** Loaded with the open menu. If that fails, the menu has no count. */
const OpenAlerts = lazy(() =>
  import('#web/office/alerts/OpenAlerts.tsx').then(
    (module) => ({ default: module.OpenAlerts }),
    () => ({ default: () => null }),
  ),
)

/** Alerts wait on the administration page. */
const PageMark: RailMark = ({ to }) =>
  to === '/routes/administration' ? (
    <Suspense fallback={null}>
      <OpenAlerts />
    </Suspense>
  ) : null

function Frame(): ReactNode {
  const path = useLocation({ select: pathOf })
  useHandleDiscard(path)
  useFocusAtPlace(path, useLocation({ select: chestOf }))
  return (
    <Shell
      search={<Search />}
      RailMark={PageMark}
      ChangeBankDialog={ChangeBankDialog}
      ChangelogDialog={ChangelogDialog}
      ProlongDialog={ProlongDialog}
    >
      <RoleGate>
        <Outlet />
      </RoleGate>
    </Shell>
  )
}

const root = createRootRoute({
  component: Frame,
  notFoundComponent: NotFoundPage,
  errorComponent: BrokenPage,
})

const explorer = createRoute({
  getParentRoute: () => root,
  path: '/routes/explorer',
  validateSearch: readPlace,
  component: ExplorerPage,
})
const manager = createRoute({
  getParentRoute: () => root,
  path: '/routes/manager',
  component: lazyRouteComponent(() => import('./ManagerPage.tsx'), 'ManagerPage'),
})
const account = createRoute({
  getParentRoute: () => root,
  path: '/routes/account',
  component: lazyRouteComponent(() => import('./AccountPage.tsx'), 'AccountPage'),
})
const chest = createRoute({
  getParentRoute: () => root,
  path: '/routes/chest',
  validateSearch: readListAddress('chestId'),
  component: lazyRouteComponent(() => import('./ChestPage.tsx'), 'ChestPage'),
})
const bank = createRoute({
  getParentRoute: () => root,
  path: '/routes/bank',
  validateSearch: readListAddress('bankId'),
  component: lazyRouteComponent(() => import('./BankPage.tsx'), 'BankPage'),
})
const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/routes/dashboard',
  validateSearch: ({ view }: Record<string, unknown>): { view?: 'test' } => (view === 'test' ? { view } : {}),
  component: lazyRouteComponent(() => import('./DashboardPage.tsx'), 'DashboardPage'),
})
const dashboardPasswords = createRoute({
  getParentRoute: () => root,
  path: '/routes/dashboard/passwords',
  validateSearch: readPasswordPlace,
  component: lazyRouteComponent(() => import('./DashboardPasswordsPage.tsx'), 'DashboardPasswordsPage'),
})
const team = createRoute({
  getParentRoute: () => root,
  path: '/routes/team',
  validateSearch: readListAddress('teamId'),
  component: lazyRouteComponent(() => import('./TeamPage.tsx'), 'TeamPage'),
})
const administration = createRoute({
  getParentRoute: () => root,
  path: '/routes/administration',
  component: lazyRouteComponent(() => import('./AdministrationPage.tsx'), 'AdministrationPage'),
})
const trash = createRoute({
  getParentRoute: () => root,
  path: '/routes/trash',
  validateSearch: readTrashPlace,
  component: lazyRouteComponent(() => import('./TrashPage.tsx'), 'TrashPage'),
})
const user = createRoute({
  getParentRoute: () => root,
  path: '/routes/user',
  validateSearch: readListAddress('userId', userFilterNames),
  component: lazyRouteComponent(() => import('./UserPage.tsx'), 'UserPage'),
})
const journal = createRoute({
  getParentRoute: () => root,
  path: '/routes/journal',
  validateSearch: readJournalPlace,
  component: lazyRouteComponent(() => import('./JournalPage.tsx'), 'JournalPage'),
})
const chestJournal = createRoute({
  getParentRoute: () => root,
  path: '/routes/explorer/journal',
  validateSearch: readJournalPlace,
  component: lazyRouteComponent(() => import('./ChestJournalPage.tsx'), 'ChestJournalPage'),
})
const firstStart = createRoute({
  getParentRoute: () => root,
  path: '/routes/first-start',
  component: lazyRouteComponent(() => import('./FirstStartPage.tsx'), 'FirstStartPage'),
})
const guide = createRoute({
  getParentRoute: () => root,
  path: '/routes/guide/{-$page}',
  component: lazyRouteComponent(() => import('./GuidePage.tsx'), 'GuidePage'),
})
const siteMap = createRoute({
  getParentRoute: () => root,
  path: '/routes/map',
  component: lazyRouteComponent(() => import('./SiteMapPage.tsx'), 'SiteMapPage'),
})
const routes = createRoute({
  getParentRoute: () => root,
  path: '/routes',
  beforeLoad: () => {
    throw redirect({ to: '/routes/explorer', replace: true })
  },
})

/** Returns the router of all pages. Addresses match with and without a trailing slash. */
export function createAppRouter() {
  const router = createRouter({
    routeTree: root.addChildren([
      account,
      administration,
      bank,
      dashboard,
      dashboardPasswords,
      explorer,
      firstStart,
      guide,
      journal,
      manager,
      chest,
      chestJournal,
      siteMap,
      team,
      trash,
      user,
      routes,
    ]),
    scrollRestoration: false,
    trailingSlash: 'preserve',
  })
  placePages(router)
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
