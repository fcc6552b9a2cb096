import type { explorer } from '#contract/vault/explorer.ts'
import type { Handlers } from '#server/access/handler.ts'
import { trashElements } from '#server/vault/trash/trash-entries.ts'
import { moveSelection, requireSelection } from './move.ts'
import { pageAt, positionOf } from './position.ts'
import type { VaultDeps } from '#server/vault/deps.ts'

type ExplorerDeps = Pick<VaultDeps, 'db' | 'clock' | 'journal' | 'indexes' | 'chestKeys'>

/**
 * Returns the explorer's handlers. Those that read use the chest's index only; the others change a selection.
 */
export const explorerHandlers = (deps: ExplorerDeps): Handlers<typeof explorer> => ({
  data: async (request) => {
    const { chest, query } = request
    const index = await deps.indexes.of(chest)
    const position = positionOf(index, query)
    const { folderId, selected } = position
    const { folders, items, pagination } = pageAt(index, position, query)
    request.page({ countTotal: pagination.total, offset: pagination.offset, limit: pagination.limit })
    return {
      folders,
      items,
      parentId: folderId === null ? null : (index.find('folders', folderId)?.parentId ?? null),
      folderId,
      selectType: selected?.type ?? null,
      selectId: selected?.id ?? null,
      pagination,
    }
  },

  breadcrumb: async ({ chest, query }) => {
    const index = await deps.indexes.of(chest)
    const { folderId } = positionOf(index, query)
    return {
      currentChest: { id: chest.id, name: chest.name },
      breadCrumb: index.pathTo(folderId),
    }
  },

  move: (request) => moveSelection(deps, request),

  trash: ({ actor, chest, origin, body: { items, folders } }) => {
    requireSelection(items, folders)
    return trashElements(deps, { actor, chest, origin, items, folders })
  },
})
