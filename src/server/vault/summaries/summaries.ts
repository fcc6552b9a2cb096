import { sql, type Kysely } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import type { LocatedChest } from '#server/access/locate.ts'
import type { ChestKey } from '#server/platform/crypto/data-key.ts'
import { asSealed, overheadBytes } from '#server/platform/crypto/envelope.ts'
import type { SealPlace } from '#server/platform/crypto/place.ts'
import { SealError } from '#server/platform/crypto/seal-error.ts'
import { seal, unseal } from '#server/platform/crypto/seal.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import { isAmong, listOf } from '#server/platform/database/lists.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { createFiguresKeys, type FiguresKey } from './figures-key.ts'
import { updateSummary } from './summary-build.ts'
import { ChestSummary } from './summary.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import type { ChestKeys } from '#server/vault/chests/chest-keys.ts'

/** The part of a chest that a summary is found and built by. */
export type SummarisedChest = Pick<
  LocatedChest,
  'id' | 'guardian' | 'keyVersion' | 'formerKeyVersion' | 'unlock' | 'revision'
>

/**
 * The summaries of chests: caches in memory, and sealed in the database, that follow the chests' revisions.
 * The caller checks who may read a chest.
 */
export type Summaries = {
  /**
   * Calls `visit` with the summary of each chest, at the chest's revision or later. It leaves out chests that
   * were deleted, or got a master key, since their rows were read. Chests whose content does not unseal are
   * left out and logged.
   * @returns the chests whose content does not unseal
   */
  each<Chest extends SummarisedChest>(
    chests: readonly Chest[],
    visit: (chest: Chest, summary: ChestSummary) => Promise<void> | void,
    gone?: AbortSignal,
  ): Promise<ReadonlySet<number>>
  /**
   * Stores the summary of a chest, unless content that it contains was destroyed or the chest's key changed.
   */
  store(chest: SummarisedChest): Promise<void>
  /** The key of the installation's figures. */
  figuresKey(): Promise<FiguresKey>
  /** Evicts a chest's summary, because the chest was deleted or got another key. */
  evict(chestId: number): void
  /** The chests whose summaries are in memory. */
  cachedIds(): number[]
}

/**
 * `bytes`: the memory limit of all summaries, here for 1.5 million passwords. `inUseMs`: a summary used
 * within this time is not evicted; otherwise a caller that reads all chests would evict every one.
 */
const memory = { bytes: 32 * 1024 * 1024, inUseMs: 10 * 60 * 1000 } as const
/**
 * In milliseconds: a chest whose content did not unseal is tried again after this time, or once it has
 * changed.
 */
const retryMs = 60_000
/** Summaries read concurrently. */
const together = 16

type Kept = {
  readonly keyVersion: number
  readonly guardian: boolean
  readonly summary: ChestSummary
  usedAt: number
}

type StoredRow = { chest_id: number; key_version: number; revision: number; sealed: Uint8Array }

export function createSummaries(
  { db, keys, chestKeys, log }: Pick<PlatformDeps, 'db' | 'keys' | 'log'> & { readonly chestKeys: ChestKeys },
  most: { readonly bytes: number; readonly inUseMs: number } = memory,
): Summaries {
  const figuresKey = createFiguresKeys({ db, keys })
  const kept = new Map<number, Kept>()
  const pending = new Map<number, Promise<ChestSummary>>()
  const unreadable = new Map<number, { readonly revision: number; readonly until: number }>()
  let bytes = 0

  const evict = (chestId: number): void => {
    bytes -= kept.get(chestId)?.summary.bytes ?? 0
    kept.delete(chestId)
    unreadable.delete(chestId)
  }

  /** Returns the cached summary under the chest's current key, perhaps of an earlier revision. */
  const heldOf = ({ id, keyVersion, guardian }: SummarisedChest): Kept | undefined => {
    const held = kept.get(id)
    return held?.keyVersion === keyVersion && held.guardian === guardian ? held : undefined
  }

  const freshFor = (chest: SummarisedChest): ChestSummary | undefined => {
    const held = heldOf(chest)
    if (!held || held.summary.revision < chest.revision) return undefined
    held.usedAt = performance.now()
    kept.delete(chest.id)
    kept.set(chest.id, held)
    return held.summary
  }

  const keep = ({ id, keyVersion, guardian }: SummarisedChest, summary: ChestSummary): void => {
    evict(id)
    const usedAt = performance.now()
    for (const [oldest, { usedAt: last }] of kept) {
      if (bytes + summary.bytes <= most.bytes || usedAt - last < most.inUseMs) break
      evict(oldest)
    }
    if (bytes + summary.bytes > most.bytes) return
    kept.set(id, { keyVersion, guardian, summary, usedAt })
    bytes += summary.bytes
  }

  const bringUp = async (chest: SummarisedChest, row: StoredRow | undefined): Promise<ChestSummary> => {
    const ck = await chestKeys.open(db, chest)
    const held = heldOf(chest)?.summary
    const stored = held || !row ? null : unsealed(chest, ck, row)
    // The job rebuilds a damaged or forged summary.
    if (row && !held && !stored) await dropSummary(db, chest.id)
    const before = held ?? stored ?? ChestSummary.empty
    if (before.revision >= chest.revision) return before
    return updateSummary({ db, chest, ck, figures: await figuresKey() }, before)
  }

  /** Shares the work for an ordinary chest among concurrent calls. */
  const shared = (chest: SummarisedChest, row: StoredRow | undefined): Promise<ChestSummary> => {
    const running = pending.get(chest.id)
    if (running) return running
    const work = bringUp(chest, row)
      .then((summary) => {
        keep(chest, summary)
        return summary
      })
      .finally(() => pending.delete(chest.id))
    pending.set(chest.id, work)
    return work
  }

  /**
   * Builds the summary of a guardian chest for one request, and stores it: nothing else can unlock the chest.
   */
  const guarded = async (chest: SummarisedChest, row: StoredRow | undefined): Promise<ChestSummary> => {
    const summary = await bringUp(chest, row)
    if (isWorthStoring(row, summary)) await put(chest, summary)
    return summary
  }

  /** Whether the chest was unreadable at this revision: unsealing it up to its damaged row is slow. */
  const isKnownUnreadable = ({ id, revision }: SummarisedChest): boolean => {
    const last = unreadable.get(id)
    return last?.revision === revision && performance.now() < last.until
  }

  const load = async (
    chest: SummarisedChest,
    row: StoredRow | undefined,
  ): Promise<ChestSummary | 'gone' | 'unreadable'> => {
    if (isKnownUnreadable(chest)) return 'unreadable'
    try {
      if (chest.guardian) return await guarded(chest, row)
      for (;;) {
        const summary = freshFor(chest) ?? (await shared(chest, row))
        // The shared work may have started from an earlier revision.
        if (summary.revision >= chest.revision) return summary
      }
    } catch (error) {
      if (error instanceof Refusal) return 'gone'
      if (!(error instanceof SealError)) throw error
      log.error({ err: error, chest: chest.id }, 'a chest is left out of the figures')
      // Only the request unlocks a guardian chest, so another request may succeed.
      if (!chest.guardian)
        unreadable.set(chest.id, { revision: chest.revision, until: performance.now() + retryMs })
      return 'unreadable'
    }
  }

  const put = async (chest: SummarisedChest, summary: ChestSummary): Promise<void> => {
    const packed = summary.packed()
    const sealed = seal(await chestKeys.open(db, chest), placeOf(chest.id, summary.revision), packed)
    packed.fill(0)
    await db.transaction().execute(async (tx) => {
      await lockRows(tx, 'chests', [chest.id])
      const now = await tx
        .selectFrom('chests')
        .select(['key_version', 'guardian', 'destroyed_revision'])
        .where('id', '=', chest.id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      const isSame = now?.key_version === chest.keyVersion && (now.guardian === 1) === chest.guardian
      // A summary must not bring back content that was destroyed meanwhile.
      if (!isSame || now.destroyed_revision > summary.revision) return
      const row = { key_version: chest.keyVersion, revision: summary.revision, sealed }
      await tx
        .insertInto('chest_summaries')
        .values({ chest_id: chest.id, ...row })
        .onConflict((there) => there.column('chest_id').doUpdateSet(row))
        .execute()
    })
  }

  return {
    async each(chests, visit, gone) {
      const leftOut = new Set<number>()
      for (let from = 0; from < chests.length && !gone?.aborted; from += together) {
        const part = chests.slice(from, from + together)
        const unknown = part.filter((chest) => !heldOf(chest))
        const stored = await storedOf(db, unknown)
        const found = await Promise.all(
          part.map(async (chest) => freshFor(chest) ?? load(chest, stored.get(chest.id))),
        )
        for (const [place, chest] of part.entries()) {
          const summary = found[place]
          if (summary === 'unreadable') leftOut.add(chest.id)
          else if (summary && summary !== 'gone') await visit(chest, summary)
        }
      }
      return leftOut
    },
    async store(chest) {
      const row = (await storedOf(db, [chest])).get(chest.id)
      const summary = await load(chest, row)
      if (typeof summary !== 'string' && isWorthStoring(row, summary)) await put(chest, summary)
    },
    figuresKey,
    evict,
    cachedIds: () => [...kept.keys()],
  }
}

const placeOf = (chestId: number, revision: number): SealPlace => ({
  table: 'chest_summaries',
  rowId: chestId,
  field: 'sealed',
  parentId: chestId,
  revision,
})

/** Returns the number of passwords in a stored summary, from its size. */
const entriesIn = (row: StoredRow): number => ChestSummary.countIn(row.sealed.length - overheadBytes)

/** Up to so many changes are read from the rows each time. */
const fewChanges = 32

/** Whether a stored summary is missing, or too many changes or passwords behind. */
function isWorthStoring(row: StoredRow | undefined, { revision, count }: ChestSummary): boolean {
  if (!row) return true
  const most = Math.min(1_000, Math.max(fewChanges, count / 20))
  return revision - row.revision > most || Math.abs(count - entriesIn(row)) > most
}

/** Unseals a stored summary; null if it does not unseal, or has another key or format. */
function unsealed(chest: SummarisedChest, ck: ChestKey, row: StoredRow): ChestSummary | null {
  if (row.key_version !== chest.keyVersion) return null
  try {
    const packed = unseal(ck, placeOf(chest.id, row.revision), asSealed(row.sealed))
    const summary = ChestSummary.unpacked(packed, row.revision)
    packed.fill(0)
    return summary
  } catch (error) {
    if (error instanceof SealError) return null
    throw error
  }
}

const stored = prepared((db: Kysely<Tables>, params: Params<{ ids: string }>) =>
  db
    .selectFrom('chest_summaries')
    .select(['chest_id', 'key_version', 'revision', 'sealed'])
    .where(isAmong(db, sql.ref('chest_id'), sql`${params('ids')}`)),
)

async function storedOf(
  db: Kysely<Tables>,
  chests: readonly SummarisedChest[],
): Promise<Map<number, StoredRow>> {
  if (chests.length === 0) return new Map()
  const ids = listOf(
    db,
    chests.map(({ id }) => id),
  )
  return new Map((await stored.all(db, { ids })).map((row) => [row.chest_id, row]))
}

/**
 * Deletes the stored summary of a chest, in the transaction that destroys content or changes the chest's key.
 * It is rebuilt later.
 */
export async function dropSummary(db: Kysely<Tables>, chestId: number): Promise<void> {
  await db.deleteFrom('chest_summaries').where('chest_id', '=', chestId).execute()
}
