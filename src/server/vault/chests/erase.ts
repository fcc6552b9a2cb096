import { sql, type Kysely, type Transaction } from 'kysely'
import { retentionLimits } from '#domain/platform/limits.ts'
import { condemnOfItems } from '#server/vault/attachments/rows.ts'
import { dropSnapshot } from '#server/vault/chest-index/snapshots.ts'
import { dropSummary } from '#server/vault/summaries/summaries.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { RequestOrigin } from '#server/platform/journal/journal.ts'
import type { VaultDeps } from '#server/vault/deps.ts'

type EraseDeps = Pick<VaultDeps, 'db' | 'clock' | 'journal' | 'chestKeys' | 'indexes' | 'summaries'>

/** Elements in one transaction: other writers wait for a few milliseconds. */
const batchSize = 200
const byItself: RequestOrigin = { ip: 'local', requestId: 'job', userAgent: 'trousseau' }

/**
 * Destroys the chests that were deleted more than thirty days ago. The keys are deleted first, in one
 * transaction with the journal record: from then on nothing in the chest can be read from this database. The
 * rows follow in small steps, the chest's own row last, so that the next round finds a chest that is half
 * destroyed.
 */
export async function eraseDueChests(deps: EraseDeps, goOn: () => Promise<boolean>): Promise<void> {
  const { db, clock } = deps
  const due = await db
    .selectFrom('chests')
    .select('id')
    .where('deleted_at', '<=', clock() - retentionLimits.deletedChestMs)
    .orderBy('deleted_at')
    .execute()
  for (const { id } of due) {
    if (!(await goOn())) return
    if (!(await destroyKeys(deps, id))) continue
    for (const step of steps) {
      while ((await db.transaction().execute((tx) => step(tx, id, clock()))) > 0) {
        if (!(await goOn())) return
      }
    }
  }
}

/** @returns false when the chest must not be destroyed: another node destroyed or restored it */
async function destroyKeys(
  { db, chestKeys, clock, indexes, summaries, journal }: EraseDeps,
  id: number,
): Promise<boolean> {
  const isDue = await db.transaction().execute(async (tx) => {
    await lockRows(tx, 'chests', [id], 'removal')
    const chest = await tx
      .selectFrom('chests')
      .select(['key_version', 'name'])
      .where('id', '=', id)
      .where('deleted_at', '<=', clock() - retentionLimits.deletedChestMs)
      .executeTakeFirst()
    if (!chest || chest.key_version === 0) return chest !== undefined
    await tx.deleteFrom('chest_keys').where('chest_id', '=', id).execute()
    await dropSummary(tx, id)
    await dropSnapshot(tx, id)
    // deletion.ts checks this before it restores a chest.
    await tx.updateTable('chests').set({ key_version: 0 }).where('id', '=', id).execute()
    await journal.record(tx, null, byItself, {
      action: 'chest.erased',
      chest: id,
      objects: { name: chest.name },
    })
    return true
  })
  chestKeys.evict(id)
  indexes.evict(id)
  summaries.evict(id)
  return isDue
}

type Step = (tx: Transaction<Tables>, chestId: number, now: number) => Promise<number>

const tables = { item: sql`items`, folder: sql`folders` } as const

/** Deletes a batch of elements with their old versions and history. @returns how many */
const elements =
  (element: keyof typeof tables): Step =>
  async (tx, chestId, now) => {
    const table = tables[element]
    // Folders are deleted from the leaves up, since their children refer to them.
    const isLeaf =
      element === 'folder'
        ? sql`not exists (select 1 from folders inside where inside.parent_id = e.id)`
        : sql`1 = 1`
    const { rows } = await sql<{ id: number }>`
      select e.id from ${table} e where e.chest_id = ${chestId} and ${isLeaf}
       order by e.id limit ${batchSize}`.execute(tx)
    if (rows.length === 0) return 0
    const ids = rows.map((row) => row.id)
    for (const kept of ['versions', 'history'] as const) {
      await tx.deleteFrom(kept).where('element', '=', element).where('element_id', 'in', ids).execute()
    }
    if (element === 'item') await condemnOfItems(tx, sql.join(ids), now)
    await sql`delete from ${table} where id in (${sql.join(ids)})`.execute(tx)
    return rows.length
  }

/** Tables that refer to a chest, besides its content. */
const attachments = [
  'trash_entries',
  'history',
  'bank_chests',
  'chest_user_rights',
  'chest_team_rights',
] as const

/** Deletes the chest's own row, and all that still refers to it. */
const itself: Step = async (tx, chestId) => {
  await deleteAttachments(tx, chestId)
  await tx.updateTable('users').set({ last_chest_id: null }).where('last_chest_id', '=', chestId).execute()
  await tx.deleteFrom('chests').where('id', '=', chestId).execute()
  return 0
}

async function deleteAttachments(tx: Kysely<Tables>, chestId: number): Promise<void> {
  for (const table of attachments) {
    await sql`delete from ${sql.table(table)} where chest_id = ${chestId}`.execute(tx)
  }
}

const steps: readonly Step[] = [elements('item'), elements('folder'), itself]
