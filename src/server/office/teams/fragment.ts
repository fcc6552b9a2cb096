import { frenchCollator } from '#domain/platform/folding.ts'
import type { Handler } from '#server/access/handler.ts'
import { pageOfTeams } from './list.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import type { teamFragment as teamFragmentCall } from '#contract/office/teams.ts'

/** The team table as HTML, with the component of the page and the query of the JSON call. */
export const teamFragment = ({
  db,
  renderFragment,
}: Pick<PlatformDeps, 'db' | 'renderFragment'>): Handler<typeof teamFragmentCall> => {
  const { compare } = frenchCollator()
  return async ({ actor, query, page }) => {
    const found = await pageOfTeams(db, actor, query, compare)
    page(found.page)
    return renderFragment('team', { teams: found.teams, total: found.page.countTotal })
  }
}
