import type { fragments } from '#contract/platform/fragments.ts'
import type { Deps } from '#server/deps.ts'
import type { Handler } from '#server/access/handler.ts'
import { pageOfUsers } from './list.ts'

/** The user table as HTML, from the component that the page shows and the query of its JSON call. */
export const userFragment = ({
  db,
  keptLists,
  clock,
  config,
  renderFragment,
}: Pick<Deps, 'db' | 'keptLists' | 'clock' | 'config' | 'renderFragment'>): Handler<
  typeof fragments.user
> => {
  return async ({ actor, query, page }) => {
    const view = { directories: config.directories, now: clock() }
    const { rows, total, offset, limit } = await pageOfUsers({ db, keptLists }, actor, view, query)
    page({ countTotal: total, offset, limit })
    return renderFragment('user', { users: rows, total })
  }
}
