import type { KeptLists } from './access/kept-lists.ts'
import type { Unlocks } from './access/locks.ts'
import type { IdentityDeps } from './identity/deps.ts'
import type { Directory } from './identity/directory/directory.ts'
import { administrationFragment, administrationHandlers } from './office/administration/handlers.ts'
import { deleteOldAlerts } from './office/alerts/follow.ts'
import { alertHandlers } from './office/alerts/handlers.ts'
import { createAlertWatch } from './office/alerts/watch.ts'
import { bankHandlers } from './office/banks/handlers.ts'
import { changelogHandlers } from './office/changelog/handlers.ts'
import { chestRightsHandlers } from './office/chest-rights/handlers.ts'
import { createCompany } from './office/dashboard/company.ts'
import { dashboardFragment, dashboardHandlers } from './office/dashboard/handlers.ts'
import { deleteOldFigures, storeDailyFigures } from './office/dashboard/kept-figures.ts'
import { directoryPeopleHandlers } from './office/directory-people/handlers.ts'
import { firstStartHandlers } from './office/first-start/handlers.ts'
import { journalHandlers } from './office/journal/handlers.ts'
import { mailCheckpoint } from './office/journal/weekly.ts'
import { teamFragment, teamHandlers } from './office/teams/handlers.ts'
import { userFragment, userHandlers } from './office/users/handlers.ts'
import type { Throttle } from './platform/http/throttle.ts'
import type { JobTable } from './platform/jobs/runner.ts'
import type { ChestKeys } from './vault/chests/chest-keys.ts'
import type { Summaries } from './vault/summaries/summaries.ts'

/** Assembles the back offices: banks, teams, users, rights and figures. */
export function assembleOffice(
  given: IdentityDeps & {
    readonly keptLists: KeptLists
    readonly chestKeys: ChestKeys
    readonly summaries: Summaries
    readonly unlocks: Unlocks
    readonly certificateExpiresAt: () => number | null
    readonly directory: Directory | null
  },
  { throttle }: { readonly throttle: Throttle },
) {
  const { db, clock, summaries } = given
  const company = createCompany({ db, clock, summaries })
  const deps = { ...given, company }
  return {
    alertWatch: createAlertWatch(deps),
    handlers: {
      administration: administrationHandlers(deps, throttle),
      alerts: alertHandlers(deps),
      banks: bankHandlers(deps),
      changelog: changelogHandlers(),
      chestRights: chestRightsHandlers(deps),
      dashboard: dashboardHandlers(deps),
      directoryPeople: directoryPeopleHandlers(deps),
      firstStart: firstStartHandlers(deps),
      journal: journalHandlers(deps),
      teams: teamHandlers(deps),
      users: userHandlers(deps),
    },
    fragments: {
      administration: administrationFragment(deps),
      dashboard: dashboardFragment(deps),
      team: teamFragment(deps),
      user: userFragment(deps),
    },
    jobs: {
      'keep-figures': (goOn) => storeDailyFigures(deps, goOn),
      'delete-old-figures': () => deleteOldFigures(db, clock()),
      'delete-old-alerts': () => deleteOldAlerts(db, clock()),
      'mail-checkpoint': () => mailCheckpoint(deps),
    } satisfies JobTable,
  }
}
