import { setTimeout as wait } from 'node:timers/promises'
import { judgeVersion } from '#domain/platform/password-strength.ts'
import type { ChestKey } from '#server/platform/crypto/data-key.ts'
import { SealError } from '#server/platform/crypto/seal-error.ts'
import type { Flag } from '#server/platform/database/column-types.ts'
import { createRowScan, type Cursor } from '#server/vault/contents/changed-rows.ts'
import { sealMeta, unsealRowMetaAndPassword, unwrapElementKey } from '#server/vault/contents/sealing.ts'
import type { VaultDeps } from '#server/vault/deps.ts'

/**
 * Computes stored levels of passwords again when the rules of the judge have changed (`judgeVersion`). Each batch is one
 * transaction; a chest is marked once all of it has been read. A pass that was interrupted begins again, and finds the
 * levels that it has written equal. Two nodes may do one chest concurrently: a row is written only as it was read.
 *
 * A level belongs to a password as its length does: the revision of the item, its date, its history and the journal stay.
 */
export type Ratings = {
  /** Does every ordinary chest that is due. @param goOn called between two batches */
  round(goOn: () => Promise<boolean>): Promise<void>
  /** Does a guardian chest in the background, as long as somebody has it unlocked. */
  start(chestId: number, key: ChestKey): void
  /** Waits until this node rates no guardian chest. */
  settled(): Promise<void>
  stop(): Promise<void>
}

type RatingDeps = Pick<VaultDeps, 'db' | 'clock' | 'chestKeys' | 'strength' | 'log'>
type Rated = { readonly id: number; readonly key: ChestKey }

/** Passwords in one batch: at most two and a half seconds of the judge's thread, and some milliseconds of the writer. */
const batchRows = 50
/** The pause between two batches of a guardian chest, for queued writers, in milliseconds. */
const pauseMs = 4

type Row = {
  id: number
  folder_id: number | null
  meta_revision: number
  chest_revision: number
  has_password: Flag
  password_revision: number
  wrapped_key: Uint8Array
  meta: Uint8Array
  password: Uint8Array
}

/** Trash included: what is restored has its level. */
const rowsAfter = createRowScan<Row>('items', {
  plain: ['id', 'folder_id', 'meta_revision', 'chest_revision', 'has_password', 'password_revision'],
  bytes: ['wrapped_key', 'meta', 'password'],
})

export function createRatings(deps: RatingDeps): Ratings {
  const { db, clock, chestKeys, log } = deps
  const running = new Map<number, Promise<void>>()
  let isStopping = false

  const isUnlocked = async (chestId: number): Promise<boolean> => {
    if (isStopping) return false
    await wait(pauseMs)
    const row = await db
      .selectFrom('chest_unlocks')
      .select('chest_id')
      .where('chest_id', '=', chestId)
      .where('expires_at', '>', clock())
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  }

  return {
    async round(goOn) {
      const due = await db
        .selectFrom('chests')
        .select(['id', 'key_version as keyVersion'])
        .where('judged_by', '<', judgeVersion)
        .where('guardian', '=', 0)
        .where('former_key_version', 'is', null)
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .execute()
      for (const { id, keyVersion } of due) {
        if (!(await goOn())) return
        const chest = { id, keyVersion, guardian: false, formerKeyVersion: null, unlock: null }
        const key = await chestKeys.open(db, chest).catch((error: unknown) => {
          // A chest that was deleted or got a master key meanwhile, or whose key is damaged, stops no other.
          log.warn({ err: error, chest: id }, 'the levels of a chest were not computed again')
          return null
        })
        if (!key) continue
        // The chest stays due: the next round begins it again.
        await rateChest(deps, { id, key }, goOn).catch((error: unknown) =>
          log.error({ err: error, chest: id }, 'rating a chest failed'),
        )
      }
    },

    start(chestId, key) {
      if (isStopping || running.has(chestId)) return
      const done = rateChest(deps, { id: chestId, key }, () => isUnlocked(chestId))
        .catch((error: unknown) => log.error({ err: error, chest: chestId }, 'rating a chest failed'))
        .finally(() => running.delete(chestId))
      running.set(chestId, done)
    },

    settled: async () => void (await Promise.all(running.values())),
    stop: async () => {
      isStopping = true
      await Promise.all(running.values())
    },
  }
}

/** Rates all passwords of a chest, and marks it. A chest whose key changes meanwhile stays due. */
async function rateChest(deps: RatingDeps, chest: Rated, goOn: () => Promise<boolean>): Promise<void> {
  let after: Cursor = { revision: -1 }
  for (;;) {
    const revision = await dueRevision(deps, chest)
    if (revision === null) return
    // What changes meanwhile, also by this pass, has a later revision of the chest and is read again.
    const rows = await rowsAfter(deps.db, chest.id, after, batchRows)
    const last = rows.at(-1)
    if (last) {
      after = { revision: last.chest_revision, id: last.id }
      const changes = await changesOf(deps, chest, rows)
      if (changes.length > 0 && !(await write(deps, chest, changes))) return
    } else if (await markChest(deps, chest, revision)) return
    if (!(await goOn())) return
  }
}

/** Returns the revision of a chest that is due and has the key that this pass reads with; null without it. */
async function dueRevision({ db }: RatingDeps, { id, key }: Rated): Promise<number | null> {
  const row = await db
    .selectFrom('chests')
    .select('revision')
    .where('id', '=', id)
    .where('judged_by', '<', judgeVersion)
    .where('key_version', '=', key.version)
    .where('former_key_version', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.revision ?? null
}

type Change = { readonly row: Row; readonly level: number }

/** Returns the rows whose level is another one now. A damaged row is left out and logged: it hides no other. */
async function changesOf(
  { strength, log }: RatingDeps,
  { id: chestId, key }: Rated,
  rows: readonly Row[],
): Promise<Change[]> {
  const changes: Change[] = []
  for (const row of rows) {
    if (row.has_password === 0) continue
    try {
      const { meta, password } = unsealRowMetaAndPassword(key, row, chestId, row.folder_id)
      const level = await strength.levelOf(password, [meta.name, meta.login])
      if (level !== meta.level) changes.push({ row, level })
    } catch (error) {
      if (!(error instanceof SealError)) throw error
      log.warn({ err: error, chest: chestId, item: row.id }, 'a password could not be rated')
    }
  }
  return changes
}

/** Writes levels in one transaction. @returns false when the chest was deleted or got another key */
const write = (
  { db }: RatingDeps,
  { id: chestId, key }: Rated,
  changes: readonly Change[],
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    // Locks the chest, as each change of its content does, and creates the revision under which indexes read the rows.
    const raised = await tx
      .updateTable('chests')
      .set((column) => ({ revision: column('revision', '+', 1) }))
      .where('id', '=', chestId)
      .where('key_version', '=', key.version)
      .where('former_key_version', 'is', null)
      .where('deleted_at', 'is', null)
      .returning('revision')
      .executeTakeFirst()
    if (!raised) return false
    for (const { row, level } of changes) {
      const { meta } = unsealRowMetaAndPassword(key, row, chestId, row.folder_id)
      const sealing = unwrapElementKey(key, 'items', row, row.folder_id)
      await tx
        .updateTable('items')
        .set({
          meta: sealMeta(sealing, 'items', row.id, chestId, row.meta_revision, { ...meta, level }),
          chest_revision: raised.revision,
        })
        .where('id', '=', row.id)
        .where('chest_id', '=', chestId)
        .where('chest_revision', '=', row.chest_revision)
        .execute()
    }
    return true
  })

/**
 * Marks a chest as rated by the present rules, unless it has another key than the one that read it.
 * @param revision the chest's before the scan that found nothing more: what arrived later may have a former level
 * @returns false when the chest has changed since
 */
const markChest = async ({ db }: RatingDeps, { id, key }: Rated, revision: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('chests')
    .set({ judged_by: judgeVersion })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .where('key_version', '=', key.version)
    .where('former_key_version', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
