import { chests } from '#contract/chests.ts'
import { frenchCollator } from '#domain/folding.ts'
import { holdsMarkup } from '#domain/patterns.ts'
import { Refusal } from '#domain/refusals.ts'
import type { Actor } from '../access/session.ts'
import type { Deps } from '../deps.ts'
import { treeOf } from '../explorer/queries.ts'
import type { Handlers } from '../http/handler.ts'
import type { RequestOrigin } from '../journal/journal.ts'
import { chestById, insertChest, readableChests, type ChestRow } from './queries.ts'

type ChestDeps = Pick<Deps, 'db' | 'chestKeys' | 'clock' | 'indexes' | 'journal'>

const replyOf = ({ id, name, description, type, guardian }: ChestRow) => ({
  id,
  name,
  description,
  type,
  guardian: guardian === 1,
})

/** The calls on chests that the explorer needs. */
export const chestHandlers = (deps: ChestDeps): Handlers<typeof chests> => {
  const { db, indexes } = deps
  const collator = frenchCollator()
  return {
    create: ({ actor, body, origin }) => createChest(deps, actor, origin, body),
    createOfUser: ({ actor, body, origin }) => createChest(deps, actor, origin, body),

    listOfUser: async ({ actor }) => {
      const rows = await readableChests(db, actor.id)
      return { data: rows.toSorted((a, b) => collator.compare(a.name, b.name) || a.id - b.id).map(replyOf) }
    },

    read: async ({ actor, chest }) => {
      const row = await chestById(db, chest.id)
      await db
        .updateTable('users')
        .set({ last_chest_id: chest.id })
        .where('id', '=', actor.id)
        .where((where) =>
          where.or([where('last_chest_id', 'is', null), where('last_chest_id', '!=', chest.id)]),
        )
        .execute()
      return replyOf(row)
    },

    tree: async ({ chest }) => treeOf(await indexes.of(chest)),

    rightsOfCaller: ({ chest }) => chest.rights,
  }
}

async function createChest(
  { db, chestKeys, clock, journal }: ChestDeps,
  actor: Actor,
  origin: RequestOrigin,
  { name, description = '' }: { name: string; description?: string },
) {
  for (const [field, text] of [
    ['name', name],
    ['description', description],
  ] as const) {
    if (holdsMarkup(text))
      throw new Refusal('INVALID_REQUEST', { details: { field: `body/${field}`, rule: 'markup' } })
  }
  return db.transaction().execute(async (tx) => {
    const row = await insertChest(tx, chestKeys, {
      name: name.trim(),
      description,
      createdBy: actor.id,
      at: clock(),
      bankId: actor.lastBankId,
    })
    await journal.record(tx, actor, origin, { action: 'chest.created', chest: row.id, objects: {} })
    return replyOf(row)
  })
}
