import { sql, type Kysely } from 'kysely'
import type { LocatedChest } from '#server/access/locate.ts'
import { asSealed } from '#server/platform/crypto/envelope.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import { isAmong, listOf } from '#server/platform/database/lists.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { SealedChest } from './sealed-chest.ts'

/** A chest and the key that seals its snapshot. */
type SnapshotChest = Pick<LocatedChest, 'id' | 'keyVersion' | 'guardian'>

const stored = prepared((db: Kysely<Tables>, params: Params<{ ids: string }>) =>
  db
    .selectFrom('chest_snapshots')
    .select(['chest_id', 'key_version', 'revision', 'parts', 'sealed'])
    .where(isAmong(db, sql.ref('chest_id'), sql`${params('ids')}`))
    .orderBy('chest_id')
    .orderBy('part'),
)

/** Reads the snapshots of chests, still sealed; those under another key and those that lack a part are left out. */
export async function readSnapshots(
  db: Kysely<Tables>,
  chests: readonly SnapshotChest[],
): Promise<Map<number, SealedChest>> {
  if (chests.length === 0) return new Map()
  const ids = listOf(
    db,
    chests.map(({ id }) => id),
  )
  const rowsOf = Map.groupBy(await stored.all(db, { ids }), (row) => row.chest_id)
  const found = new Map<number, SealedChest>()
  for (const { id, keyVersion } of chests) {
    const rows = rowsOf.get(id)
    const [first] = rows ?? []
    if (!rows || !first || first.key_version !== keyVersion || rows.length !== first.parts) continue
    found.set(id, { chestId: id, revision: first.revision, parts: rows.map(({ sealed }) => sealed) })
  }
  return found
}

/**
 * Stores a snapshot, unless content that it shows was destroyed, the chest's key changed, or it has a later one. One of
 * the same revision is replaced, and one that the chest has not reached: it was torn, forged or of a former format.
 * Nor is one stored that the chest has not reached, since an older database was restored meanwhile.
 */
export const storeSnapshot = (db: Kysely<Tables>, chest: SnapshotChest, sealed: SealedChest): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockRows(tx, 'chests', [chest.id])
    const now = await tx
      .selectFrom('chests as c')
      .leftJoin('chest_snapshots as s', (join) => join.onRef('s.chest_id', '=', 'c.id').on('s.part', '=', 0))
      .select(['c.key_version', 'c.guardian', 'c.revision', 'c.destroyed_revision', 's.revision as stored'])
      .where('c.id', '=', chest.id)
      .where('c.deleted_at', 'is', null)
      .executeTakeFirst()
    const isSame = now?.key_version === chest.keyVersion && (now.guardian === 1) === chest.guardian
    if (!isSame || now.destroyed_revision > sealed.revision || sealed.revision > now.revision) return
    if (now.stored !== null && now.stored > sealed.revision && now.stored <= now.revision) return
    await dropSnapshot(tx, chest.id)
    for (const [part, bytes] of sealed.parts.entries()) {
      await tx
        .insertInto('chest_snapshots')
        .values({
          chest_id: chest.id,
          part,
          parts: sealed.parts.length,
          key_version: chest.keyVersion,
          revision: sealed.revision,
          sealed: asSealed(bytes),
        })
        .execute()
    }
  })

/** Deletes a chest's snapshot, in the transaction that changes the chest's key or deletes it. */
export async function dropSnapshot(db: Kysely<Tables>, chestId: number): Promise<void> {
  await db.deleteFrom('chest_snapshots').where('chest_id', '=', chestId).execute()
}

/** Deletes a chest's snapshot if it shows content that was destroyed, in the transaction that destroys it. */
export async function dropOutlivedSnapshot(db: Kysely<Tables>, chestId: number): Promise<void> {
  const destroyed = db.selectFrom('chests').select('destroyed_revision').where('id', '=', chestId)
  await db
    .deleteFrom('chest_snapshots')
    .where('chest_id', '=', chestId)
    .where('revision', '<', destroyed)
    .execute()
}
