import type { Handler } from '#server/access/handler.ts'
import { readTrash } from './read.ts'
import type { trashFragment as trashFragmentCall } from '#contract/vault/trash.ts'
import type { VaultDeps } from '#server/vault/deps.ts'

type FragmentDeps = Pick<VaultDeps, 'db' | 'clock' | 'renderFragment' | 'chestKeys'>

/** Renders the trash table as HTML, with the page's component and the query of the JSON call. */
export const trashFragment =
  (deps: FragmentDeps): Handler<typeof trashFragmentCall> =>
  async (request) => {
    const { entries, page } = await readTrash(deps, request)
    request.page(page)
    return deps.renderFragment('trash', { entries, total: page.countTotal, now: deps.clock() })
  }
