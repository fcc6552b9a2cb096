import type { Handler } from '#server/access/handler.ts'
import { readTrash } from './read.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import type { ChestKeys } from '#server/vault/chests/chest-keys.ts'
import type { trashFragment as trashFragmentCall } from '#contract/vault/trash.ts'

type FragmentDeps = Pick<PlatformDeps, 'db' | 'clock' | 'renderFragment'> & { readonly chestKeys: ChestKeys }

/** Renders the trash table as HTML, with the page's component and the query of the JSON call. */
export const trashFragment =
  (deps: FragmentDeps): Handler<typeof trashFragmentCall> =>
  async (request) => {
    const { entries, page } = await readTrash(deps, request)
    request.page(page)
    return deps.renderFragment('trash', { entries, total: page.countTotal, now: deps.clock() })
  }
