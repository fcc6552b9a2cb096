import type { explorer } from '#contract/vault/explorer.ts'
import type { Handlers } from '#server/access/handler.ts'
import { trashElements } from '#server/vault/trash/trash-entries.ts'
import { dueDaysIn } from '#server/vault/contents/due-rules.ts'
import { readArrival } from './arrival.ts'
import { moveSelection, requireSelection } from './move.ts'
import { pageAt, positionOf } from './position.ts'
import { createTurns } from '#server/platform/http/turns.ts'
import { createSorting } from './sorting.ts'
import type { VaultDeps } from '#server/vault/deps.ts'

type ExplorerDeps = Pick<VaultDeps, 'db' | 'clock' | 'journal' | 'indexes' | 'chestKeys'>

/**
 * Returns the explorer's handlers. Those that read use the chest's index, and the rows' dates of renewal; the others
 * change a selection.
 */
export const explorerHandlers = (deps: ExplorerDeps): Handlers<typeof explorer> => {
  const sortContent = createSorting(deps.indexes.inTurn)
  const turns = createTurns()
  return {
    arrival: readArrival,

    data: async (request) => {
      const { actor, chest, query } = request
      const index = await deps.indexes.of(chest)
      const position = positionOf(index, query)
      const { folderId, selected } = position
      const { sort = 'name', direction } = query
      const isDescending = direction === 'DESC'
      const sorted =
        sort === 'name' && !isDescending
          ? null
          : await turns.take(actor.id, () => sortContent(index, folderId, { sort, isDescending }))
      const { folders, items, pagination } = pageAt(index, position, query, sorted)
      const due = await dueDaysIn(
        deps.db,
        chest.id,
        folderId,
        items.map(({ id }) => id),
      )
      request.page({ countTotal: pagination.total, offset: pagination.offset, limit: pagination.limit })
      return {
        rights: chest.rights,
        folders,
        items: items.map((item) => ({ ...item, due: due.get(item.id) ?? null })),
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
  }
}
