import type { trash } from '#contract/trash.ts'
import { Refusal } from '#domain/refusals.ts'
import type { Right } from '#domain/rights.ts'
import { contentTexts } from '#texts/contents.ts'
import type { Deps } from '../deps.ts'
import { createBreather } from '../elements/breather.ts'
import { inChest } from '../elements/chest-writing.ts'
import type { Handlers } from '../http/handler.ts'
import { destroyEntry } from './destroy.ts'
import { entryById, listEntries } from './entries.ts'
import { restoreEntry } from './restore.ts'

type TrashDeps = Pick<Deps, 'db' | 'chestKeys' | 'clock' | 'journal'>

/** What each of the two ends of a trash entry asks for and says. */
const ends = {
  restore: { right: 'update', action: 'trash.restored', message: contentTexts.restored },
  delete: { right: 'delete', action: 'trash.destroyed', message: contentTexts.destroyed },
} as const satisfies Record<string, { right: Right; action: string; message: string }>

/** The calls on the trash. */
export const trashHandlers = (deps: TrashDeps): Handlers<typeof trash> => ({
  list: async ({ chest }) => {
    const ck = await deps.chestKeys.open(deps.db, chest)
    return listEntries({ db: deps.db, ck, breather: createBreather() }, chest.id)
  },

  restore: ({ actor, body, chest, origin, params }) => {
    const { right, action, message } = ends[body.update]
    if (!chest.rights[right]) throw new Refusal('RIGHT_REQUIRED')
    const judged = { ...chest.judged, right }
    return inChest(deps, { id: chest.id, judged }, async (writing) => {
      const entry = await entryById(writing.tx, chest.id, params.id)
      if (!entry) throw new Refusal('TRASH_ENTRY_NOT_FOUND')
      if (body.update === 'restore') await restoreEntry(writing, actor, entry)
      else await destroyEntry(writing, entry)
      await deps.journal.record(writing.tx, actor, origin, {
        action,
        chest: chest.id,
        objects: { trash: entry.id, [entry.element]: entry.element_id },
      })
      return { message }
    })
  },
})
