import type { Handler } from '#server/access/handler.ts'
import { pageOfUsers } from './list.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import type { KeptLists } from '#server/access/kept-lists.ts'
import type { userFragment as userFragmentCall } from '#contract/office/users.ts'

/** The user table as HTML, with the component of the page and the query of the JSON call. */
export const userFragment = ({
  db,
  keptLists,
  clock,
  config,
  renderFragment,
}: Pick<IdentityDeps, 'db' | 'clock' | 'config' | 'renderFragment'> & {
  readonly keptLists: KeptLists
}): Handler<typeof userFragmentCall> => {
  return async ({ actor, query, page }) => {
    const view = { directories: config.directories, now: clock() }
    const { rows, total, offset, limit } = await pageOfUsers({ db, keptLists }, actor, view, query)
    page({ countTotal: total, offset, limit })
    return renderFragment('user', { users: rows, total })
  }
}
