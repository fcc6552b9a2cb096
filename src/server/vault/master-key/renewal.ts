import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { asSealed, keyVersionOf } from '#server/platform/crypto/envelope.ts'
import type { DataKey } from '#server/platform/crypto/data-key.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { createYielder } from '#server/vault/contents/yielder.ts'
import type { ElementTable } from '#server/vault/contents/places.ts'
import type { RequestOrigin } from '#server/platform/journal/journal.ts'
import { resealFileNames } from '#server/vault/imports/file-names.ts'
import {
  afterFolders,
  attachmentKeysOf,
  beginning,
  nextRows,
  putResealed,
  renewalOf,
  saveProgress,
  versionsOf,
  wrappedKeys,
  type ScannedRow,
} from './renewal-rows.ts'
import { reseal, type Resealed } from './reseal.ts'
import type { LocatedChest } from '#server/access/locate.ts'
import type { VaultDeps } from '#server/vault/deps.ts'

/** A chest's current key, and the former one, under which the rest of its content is still sealed. */
export type RenewalKeys = DataKey & { readonly former: DataKey }

/**
 * Reseals the content of chests under a new key while they are in use. Each batch is one transaction that
 * also records the progress, so that a crash loses nothing. The next request that unlocks the chest resumes
 * the renewal: the former key unwraps only with the chest's current key. Two nodes that renew one chest take
 * turns.
 */
export type Renewals = {
  /** Continues a chest's renewal in the background, unless this node already does. */
  start(chestId: number, keys: RenewalKeys): void
  /** Resumes the renewal of an unlocked chest, if a stop of the server interrupted one. */
  resume(chest: LocatedChest): Promise<void>
  /** Returns the elements done and their total; null if there is no renewal. */
  progressOf(chestId: number): Promise<{ done: number; total: number } | null>
  /**
   * Waits until this node runs no renewal; `stop` lets running batches finish and leaves the rest for later.
   */
  settled(): Promise<void>
  stop(): Promise<void>
}

type RenewalDeps = Pick<VaultDeps, 'db' | 'journal' | 'log' | 'chestKeys'>

/** Elements in one transaction: other writers wait for a few milliseconds. */
const batchRows = 50
/** The pause between two batches, for queued writers, in milliseconds. */
const pauseMs = 4
const byItself: RequestOrigin = { ip: 'local', requestId: 'renewal', userAgent: 'trousseau' }

export function createRenewals({ db, journal, log, chestKeys }: RenewalDeps): Renewals {
  const running = new Map<number, Promise<void>>()
  let stopping = false

  const inTurn = async (chestId: number, keys: RenewalKeys): Promise<void> => {
    for (;;) {
      if (stopping) return
      const left = await db.transaction().execute((tx) => batch(tx, chestId, keys))
      if (left === 'nothing to do') return
      if (left === 'the end') {
        if (await isAllSealed(db, chestId, keys)) return end(chestId, keys)
        // No known case leads here, but the former key is destroyed next: check everything again.
        log.error({ chest: chestId }, 'a chest has content under its former key: checking it again')
        await db.transaction().execute((tx) => saveProgress(tx, chestId, beginning, 0))
      }
      await wait(pauseMs)
    }
  }

  const run = (chestId: number, keys: RenewalKeys): Promise<void> =>
    inTurn(chestId, keys).catch((error: unknown) => {
      log.error({ err: error, chest: chestId }, 'the re-encryption of a chest failed')
    })

  /** Destroys the former key, which seals nothing any more. */
  const end = (chestId: number, keys: RenewalKeys): Promise<void> =>
    db.transaction().execute(async (tx) => {
      await lockRows(tx, 'chests', [chestId])
      if (!(await isStanding(tx, chestId, keys))) return
      await resealFileNames(tx, chestId, keys)
      await tx.deleteFrom('chest_renewals').where('chest_id', '=', chestId).execute()
      await tx
        .deleteFrom('chest_keys')
        .where('chest_id', '=', chestId)
        .where('version', '=', keys.former.version)
        .execute()
      await tx.updateTable('chests').set({ former_key_version: null }).where('id', '=', chestId).execute()
      await journal.record(tx, null, byItself, { action: 'masterkey.renewed', chest: chestId })
    })

  const start: Renewals['start'] = (chestId, keys) => {
    if (stopping || running.has(chestId)) return
    running.set(
      chestId,
      run(chestId, keys).finally(() => running.delete(chestId)),
    )
  }

  return {
    start,
    async resume(chest) {
      const { former, ...key } = await chestKeys.open(db, chest)
      if (former) start(chest.id, { ...key, former })
    },
    async progressOf(chestId) {
      const row = await renewalOf(db, chestId)
      // Elements inserted or changed since the beginning are also counted as done.
      return row ? { done: Math.min(row.done, row.total), total: row.total } : null
    },
    settled: async () => void (await Promise.all(running.values())),
    stop: async () => {
      stopping = true
      await Promise.all(running.values())
    },
  }
}

/**
 * Whether a renewal with these keys is in progress: not completed by another node, and its chest not deleted.
 */
async function isStanding(tx: Transaction<Tables>, chestId: number, keys: RenewalKeys): Promise<boolean> {
  const chest = await tx
    .selectFrom('chests')
    .select(['key_version', 'former_key_version'])
    .where('id', '=', chestId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return chest?.key_version === keys.version && chest.former_key_version === keys.former.version
}

/** Reseals the next elements. @returns what is left to do */
async function batch(
  tx: Transaction<Tables>,
  chestId: number,
  keys: RenewalKeys,
): Promise<'more' | 'the end' | 'nothing to do'> {
  // Changes of the chest's content and batches wait for each other.
  await lockRows(tx, 'chests', [chestId])
  const place = (await isStanding(tx, chestId, keys)) ? await renewalOf(tx, chestId) : undefined
  if (!place) return 'nothing to do'
  const { step, after_revision: revision, after_id } = place
  const rows = await nextRows[step](tx, chestId, { revision, id: after_id }, batchRows)
  const last = rows.at(-1)
  if (!last) {
    if (step === 'items') return 'the end'
    await saveProgress(tx, chestId, afterFolders, 0)
    return 'more'
  }
  await renew(tx, chestId, keys, step, rows)
  const reached = { step, after_revision: last.chest_revision, after_id: last.id }
  await saveProgress(tx, chestId, reached, rows.length)
  return 'more'
}

/** Reseals rows; those already under the new key are left unchanged. */
async function renew(
  tx: Transaction<Tables>,
  chestId: number,
  keys: RenewalKeys,
  table: ElementTable,
  rows: readonly ScannedRow[],
): Promise<void> {
  const old = rows.filter((row) => keyVersionOf(asSealed(row.wrapped_key)) === keys.former.version)
  if (old.length === 0) return
  const ids = old.map(({ id }) => id)
  const versions = await versionsOf(tx, table, ids)
  const attachments = table === 'items' ? await attachmentKeysOf(tx, ids) : null
  const yielder = createYielder()
  const done: { id: number; resealed: Resealed }[] = []
  for (const row of old) {
    const resealed = reseal(
      { ck: keys, former: keys.former },
      { table, chestId },
      row,
      versions.get(row.id) ?? [],
      attachments?.get(row.id) ?? [],
    )
    done.push({ id: row.id, resealed })
    await yielder.step(8)
  }
  await putResealed(tx, table, done)
}

/** Whether no element of a chest is wrapped under the former key any more. */
async function isAllSealed(db: Kysely<Tables>, chestId: number, keys: RenewalKeys): Promise<boolean> {
  const yielder = createYielder()
  for (const keysOf of wrappedKeys)
    for await (const rows of keysOf(db, { chestId, after: -1 })) {
      if (rows.some((row) => keyVersionOf(asSealed(row.wrapped_key)) === keys.former.version)) return false
      await yielder.step(rows.length)
    }
  return true
}
