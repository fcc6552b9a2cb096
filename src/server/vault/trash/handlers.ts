import type { trash } from '#contract/vault/trash.ts'
import type { JournalAction } from '#domain/platform/journal-actions.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import type { Right } from '#domain/platform/rights.ts'
import { contentTexts } from '#texts/vault/contents.ts'
import type { LocatedChest } from '#server/access/locate.ts'
import type { Actor } from '#server/access/session.ts'
import { inChest, type ChestWriting } from '#server/vault/contents/chest-writing.ts'
import type { Handlers } from '#server/access/handler.ts'
import type { RequestOrigin } from '#server/platform/journal/journal.ts'
import { destroyEntries } from './destroy.ts'
import { entriesById, entriesUpTo, summaryOf, type TrashEntry } from './entries.ts'
import { readTrash } from './read.ts'
import { restoreEntries } from './restore.ts'
import type { VaultDeps } from '#server/vault/deps.ts'

type TrashDeps = Pick<VaultDeps, 'db' | 'clock' | 'journal' | 'chestKeys'>
type Ending = { actor: Actor; chest: LocatedChest; origin: RequestOrigin }

/** The right, journal action and message of each way to end a trash entry. */
const ends = {
  restore: { right: 'update', action: 'trash.restored', message: contentTexts.restored },
  delete: { right: 'delete', action: 'trash.destroyed', message: contentTexts.destroyed },
} as const satisfies Record<string, { right: Right; action: JournalAction; message: string }>
type End = keyof typeof ends

/**
 * Entries destroyed in one transaction when emptying: other requests write in between. A failure leaves whole
 * entries, which the next call destroys.
 */
const emptiedAtOnce = 200

/** Returns the handlers of the trash. */
export const trashHandlers = (deps: TrashDeps): Handlers<typeof trash> => ({
  list: async (request) => {
    const { entries, page } = await readTrash(deps, request)
    request.page(page)
    return entries
  },

  summary: async ({ chest }) => {
    await deps.chestKeys.open(deps.db, chest)
    return summaryOf(deps.db, chest.id)
  },

  restore: ({ actor, body, chest, origin, params }) =>
    endEntries(deps, { actor, chest, origin }, body.update, [params.id]),

  restoreSeveral: ({ actor, body, chest, origin }) =>
    endEntries(deps, { actor, chest, origin }, body.update, body.ids),

  empty: async ({ actor, body, chest, origin }) => {
    await deps.chestKeys.open(deps.db, chest)
    let destroyed = 0
    for (;;) {
      const count = await inChest(deps, chest, async (writing) => {
        const entries = await entriesUpTo(writing.tx, chest.id, body.lastId, emptiedAtOnce)
        await destroyEntries(writing, entries)
        await recordEnds(deps, writing, { actor, chest, origin }, 'delete', entries)
        return entries.length
      })
      destroyed += count
      if (count < emptiedAtOnce) return { message: contentTexts.emptied, destroyed }
    }
  },
})

/** Restores or destroys entries in one transaction; refuses all of them if one no longer exists. */
function endEntries(deps: TrashDeps, ending: Ending, end: End, ids: readonly number[]) {
  const { actor, chest } = ending
  const { right, message } = ends[end]
  if (!chest.rights[right]) throw new Refusal('RIGHT_REQUIRED')
  const judged = { ...chest.judged, right }
  return inChest(deps, { ...chest, judged }, async (writing) => {
    const entries = await entriesById(writing.tx, chest.id, ids)
    if (entries.length < ids.length) throw new Refusal('TRASH_ENTRY_NOT_FOUND')
    if (end === 'restore') await restoreEntries(writing, actor, entries)
    else await destroyEntries(writing, entries)
    await recordEnds(deps, writing, ending, end, entries)
    return { message }
  })
}

/** Records one event for each entry, so that each can be looked up. */
async function recordEnds(
  { journal }: TrashDeps,
  { tx }: ChestWriting,
  { actor, chest, origin }: Ending,
  end: End,
  entries: readonly TrashEntry[],
): Promise<void> {
  const { action } = ends[end]
  await Promise.all(
    entries.map(({ id, element, element_id }) =>
      journal.record(tx, actor, origin, {
        action,
        chest: chest.id,
        objects: { trash: id, ...(element === 'item' ? { item: element_id } : { folder: element_id }) },
      }),
    ),
  )
}
