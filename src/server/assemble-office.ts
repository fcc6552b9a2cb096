import type { KeptLists } from './access/kept-lists.ts'
import type { Unlocks } from './access/locks.ts'
import type { IdentityDeps } from './identity/deps.ts'
import { administrationFragment, administrationHandlers } from './office/administration/handlers.ts'
import { bankHandlers } from './office/banks/handlers.ts'
import { changelogHandlers } from './office/changelog/handlers.ts'
import { chestRightsHandlers } from './office/chest-rights/handlers.ts'
import { createCompany } from './office/dashboard/company.ts'
import { dashboardFragment, dashboardHandlers } from './office/dashboard/handlers.ts'
import { storeDailyFigures } from './office/dashboard/kept-figures.ts'
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
  },
  { throttle }: { readonly throttle: Throttle },
) {
  const { db, clock, summaries } = given
  const company = createCompany({ db, clock, summaries })
  const deps = { ...given, company }
  return {
    handlers: {
      administration: administrationHandlers(deps, throttle),
      banks: bankHandlers(deps),
      changelog: changelogHandlers(),
      chestRights: chestRightsHandlers(deps),
      dashboard: dashboardHandlers(deps),
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
    } satisfies JobTable,
  }
}
