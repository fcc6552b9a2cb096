import type { fragments } from '#contract/platform/fragments.ts'
import type { Deps } from '#server/deps.ts'
import type { Handler } from '#server/access/handler.ts'
import { readTrash } from './read.ts'

type FragmentDeps = Pick<Deps, 'db' | 'chestKeys' | 'clock' | 'renderFragment'>

/** The trash table as HTML, from the component that the page shows and the query of its JSON call. */
export const trashFragment =
  (deps: FragmentDeps): Handler<typeof fragments.trash> =>
  async (request) => {
    const { entries, page } = await readTrash(deps, request)
    request.page(page)
    return deps.renderFragment('trash', { entries, total: page.countTotal, now: deps.clock() })
  }
