import { chests, type chestFragment as chestFragmentCall } from '#contract/vault/chests.ts'
import { frenchCollator } from '#domain/platform/folding.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { roleMay } from '#domain/platform/roles.ts'
import { callerNow, joinBank } from '#server/access/members.ts'
import { requireManaged } from '#server/access/scope.ts'
import type { Creator } from '#server/access/session.ts'
import { chestTexts } from '#texts/vault/chests.ts'
import { lockChest } from '#server/access/row-locks.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import { readText } from '#server/vault/contents/values.ts'
import { createTrees } from '#server/vault/explorer/trees.ts'
import type { Handler, Handlers } from '#server/access/handler.ts'
import { readPattern } from '#server/platform/http/patterns.ts'
import { dropUnlocks, newLock } from '#server/vault/master-key/new-lock.ts'
import { currentBankOf, lockCurrentBank } from '#server/access/current-bank.ts'
import { namesOfOperator } from '#server/platform/documents/settings.ts'
import { restoreChest, deletedChests, markDeleted } from './deletion.ts'
import { managedChest, managedPage } from './managed.ts'
import {
  banksOfChests,
  chestById,
  countContent,
  insertChest,
  saveLastOpenedChest,
  readableChests,
  updateChest,
  type ChestRow,
} from './chest-rows.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import type { VaultDeps } from '#server/vault/deps.ts'

type ChestDeps = Pick<
  VaultDeps,
  | 'db'
  | 'config'
  | 'strength'
  | 'clock'
  | 'journal'
  | 'randomBytes'
  | 'chestKeys'
  | 'indexes'
  | 'keptLists'
  | 'masterKeyCost'
  | 'stretchMasterKey'
>

/** Returns the new description of a chest. What the stored one holds already is not judged again. */
const descriptionOf = ({ description }: { description?: string }, stored: { description: string }): string =>
  readText('description', description, 'update/description', stored.description)

const replyOf = ({ id, name, description, type, guardian }: ChestRow) => ({
  id,
  name,
  description,
  type,
  guardian: guardian === 1,
})

/** Returns the handlers of chests, for the explorer and the back office. */
export const chestHandlers = (deps: ChestDeps): Handlers<typeof chests> => {
  const { db, clock, indexes, journal, keptLists } = deps
  const trees = createTrees()
  return {
    create: ({ body, ...by }) => createChest(deps, by, body),
    createOfUser: ({ body, ...by }) => createChest(deps, by, body),

    list: async ({ actor, query, page }) => {
      const asked = ['chests', actor.id, actor.role, query]
      const found = await keptLists.of(asked, () => managedPage(db, actor, query))
      const { chests: rows, total, offset, limit } = found
      page({ countTotal: total, offset, limit })
      return rows
    },

    listOfUser: ({ actor }) =>
      keptLists.of(['chests of user', actor.id, actor.role], async () => {
        const { compare } = frenchCollator()
        const rows = await readableChests(db, actor.id)
        const ids = rows.map(({ id }) => id)
        const banks = await banksOfChests(db, actor, ids)
        return {
          data: rows
            .toSorted((one, other) => compare(one.name, other.name) || one.id - other.id)
            .map((row) => ({ ...replyOf(row), banks: [...(banks.get(row.id) ?? [])] })),
        }
      }),

    read: async ({ actor, chest, params }) => {
      const row = await chestById(db, params.id)
      // A caller who only sees it in the back office does not open it.
      if (chest) await saveLastOpenedChest(db, actor.id, chest.id)
      return { ...replyOf(row), renewDays: row.renew_days }
    },

    tree: async ({ chest }) => trees.of(await indexes.of(chest)),

    rightsOfCaller: ({ chest }) => chest.rights,

    // Who has no master key learns nothing of what a guardian chest contains.
    holds: async ({ params: { id } }) =>
      (await chestById(db, id)).guardian === 1 ? null : countContent(db, id),

    update: ({ actor, body: { update }, origin, params: { id } }) =>
      db.transaction().execute(async (tx) => {
        await lockChest(tx, id)
        await requireManaged(tx, actor, 'chest', id)
        const stored = await chestById(tx, id)
        await updateChest(tx, id, {
          ...(update.name === undefined
            ? {}
            : { name: readPattern('update/name', 'REGEX_CHEST_NAME', update.name, stored.name) }),
          ...(update.description === undefined ? {} : { description: descriptionOf(update, stored) }),
          ...(update.renewDays === undefined ? {} : { renew_days: update.renewDays }),
        })
        const objects = { fields: Object.keys(update) }
        await journal.record(tx, actor, origin, { action: 'chest.updated', chest: id, objects })
        return managedChest(tx, actor, id)
      }),

    remove: async ({ actor, origin, params: { id } }) => {
      await db.transaction().execute(async (tx) => {
        await lockChest(tx, id)
        await requireManaged(tx, actor, 'chest', id)
        await markDeleted(tx, id, clock())
        await dropUnlocks(tx, id)
        await journal.record(tx, actor, origin, { action: 'chest.deleted', chest: id })
      })
      deps.chestKeys.evict(id)
      indexes.evict(id)
      return { message: chestTexts.office.removed }
    },

    listDeleted: () => deletedChests(db, clock()),

    restore: ({ actor, origin, params: { id } }) =>
      db.transaction().execute(async (tx) => {
        await restoreChest(tx, id, clock())
        // Checks the role again, and that the chest exists again: super administrators manage every chest.
        await requireManaged(tx, actor, 'chest', id)
        await journal.record(tx, actor, origin, { action: 'chest.restored', chest: id })
        return replyOf(await chestById(tx, id))
      }),
  }
}

/** Renders the chest table as HTML, with the page's component and the data of the JSON call. */
export const chestFragment = ({
  db,
  renderFragment,
}: Pick<PlatformDeps, 'db' | 'renderFragment'>): Handler<typeof chestFragmentCall> => {
  return async ({ actor, query, page }) => {
    const found = await managedPage(db, actor, query)
    page({ countTotal: found.total, offset: found.offset, limit: found.limit })
    return renderFragment('chest', found)
  }
}

async function createChest(
  deps: ChestDeps,
  { actor, origin, once }: Creator,
  { name, description = '', masterKey }: { name: string; description?: string; masterKey?: string | null },
) {
  const { chestKeys, clock, journal } = deps
  const texts = { name: readText('name', name), description: readText('description', description) }
  const around = async () => {
    const bank = await currentBankOf(deps.db, actor)
    return [texts.name, ...(bank ? [bank.label] : []), ...namesOfOperator(deps.config.documents)]
  }
  const lock = masterKey ? await newLock(deps, { masterKey, words: await around() }, actor.id) : null
  return once(async (tx) => {
    await lockRows(tx, 'users', [actor.id])
    const { role } = await callerNow(tx, actor)
    if (!roleMay(role, 'createChests')) throw new Refusal('ROLE_REQUIRED')
    // Not simply the stored current bank: it may be inactive, or the creator may have left it.
    const bank = await lockCurrentBank(tx, { ...actor, role })
    const place = { createdBy: actor.id, at: clock(), bankId: bank?.id ?? null }
    const row = await insertChest(tx, chestKeys, { ...texts, ...place, lock })
    await journal.record(tx, actor, origin, { action: 'chest.created', chest: row.id })
    // A super administrator may work in a bank to which they are not attached. Without attachment they could
    // not open the chest.
    if (bank) await joinBank(tx, { clock, journal, actor, origin }, bank.id)
    return replyOf(row)
  })
}
