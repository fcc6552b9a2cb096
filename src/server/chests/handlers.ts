import { chests } from '#contract/chests.ts'
import type { fragments } from '#contract/fragments.ts'
import { paging } from '#domain/limits.ts'
import type { Actor } from '../access/session.ts'
import type { Deps } from '../deps.ts'
import { readText } from '../elements/values.ts'
import { treeOf } from '../explorer/queries.ts'
import type { Handler, Handlers } from '../http/handler.ts'
import type { PageOf } from '../http/paging-header.ts'
import type { RequestOrigin } from '../journal/journal.ts'
import { currentBankOf } from '../sign-in/queries.ts'
import { createKeptLists } from './kept-lists.ts'
import { chestById, chestsIn, insertChest, managedChests, readableChests, type ChestRow } from './queries.ts'

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
  const lists = createKeptLists(chestsIn, (rows) => ({ data: rows.map(replyOf) }))
  return {
    create: ({ actor, body, origin }) => createChest(deps, actor, origin, body),
    createOfUser: ({ actor, body, origin }) => createChest(deps, actor, origin, body),

    list: async ({ actor, query, page }) => {
      const { chests: rows } = await managedPage(db, actor, query, page)
      return rows
    },

    listOfUser: async ({ actor }) => lists.of(actor.id, await readableChests(db, actor.id)),

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

/** One page of the chest back office, for its JSON call and for its fragment alike. */
async function managedPage(
  db: Deps['db'],
  actor: Actor,
  { offset = 0, limit = paging.defaultLimit }: { offset?: number; limit?: number },
  page: (page: PageOf) => void,
) {
  const { rows, total } = await managedChests(db, actor, { offset, limit })
  page({ countTotal: total, offset, limit })
  return { chests: rows.map(replyOf), total, offset, limit }
}

/** The chest table as HTML, from the component that the page shows. */
export const chestFragment = ({
  db,
  renderFragment,
}: Pick<Deps, 'db' | 'renderFragment'>): Handler<typeof fragments.chest> => {
  return async ({ actor, query, page }) => renderFragment('chest', await managedPage(db, actor, query, page))
}

async function createChest(
  { db, chestKeys, clock, journal }: ChestDeps,
  actor: Actor,
  origin: RequestOrigin,
  { name, description = '' }: { name: string; description?: string },
) {
  const texts = { name: readText('name', name), description: readText('description', description) }
  return db.transaction().execute(async (tx) => {
    // Not the bank chosen last: it may have closed, or its creator have left it.
    const bank = await currentBankOf(tx, actor)
    const place = { createdBy: actor.id, at: clock(), bankId: bank?.id ?? null }
    const row = await insertChest(tx, chestKeys, { ...texts, ...place })
    await journal.record(tx, actor, origin, { action: 'chest.created', chest: row.id, objects: {} })
    return replyOf(row)
  })
}
