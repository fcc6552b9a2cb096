import { chestFragment } from './vault/chests.ts'
import { administrationFragment } from './office/administration.ts'
import { teamFragment } from './office/teams.ts'
import { userFragment } from './office/users.ts'
import { dashboardFragment } from './office/dashboard.ts'
import { trashFragment } from './vault/trash.ts'

/** The HTML fragments that the server renders. */
export const fragments = {
  chest: chestFragment,
  administration: administrationFragment,
  team: teamFragment,
  user: userFragment,
  dashboard: dashboardFragment,
  trash: trashFragment,
} as const
