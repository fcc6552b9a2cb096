import type { fragments } from '#contract/platform/fragments.ts'
import { frenchCollator } from '#domain/platform/folding.ts'
import type { Deps } from '#server/deps.ts'
import type { Handler } from '#server/access/handler.ts'
import { pageOfTeams } from './list.ts'

/** The team table as HTML, from the component that the page shows and the query of its JSON call. */
export const teamFragment = ({
  db,
  renderFragment,
}: Pick<Deps, 'db' | 'renderFragment'>): Handler<typeof fragments.team> => {
  const { compare } = frenchCollator()
  return async ({ actor, query, page }) => {
    const found = await pageOfTeams(db, actor, query, compare)
    page(found.page)
    return renderFragment('team', { teams: found.teams, total: found.page.countTotal })
  }
}
