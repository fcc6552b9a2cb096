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
import { broughtUp } from './summary-build.ts'
import { ChestSummary } from './summary.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import type { ChestKeys } from '#server/vault/chests/chest-keys.ts'

/** What a summary is found and made by. */
export type SummarisedChest = Pick<
  LocatedChest,
  'id' | 'guardian' | 'keyVersion' | 'formerKeyVersion' | 'unlock' | 'revision'
>

/**
 * The summaries of chests: caches, in memory and sealed in the database, that follow the chests' revisions. Who may
 * read a chest is for the caller to find out.
 */
export type Summaries = {
  /**
   * Shows the summary of each chest, at the chest's revision or later. Chests that were destroyed, or got a master key,
   * since their rows were read are left out; so are those whose content does not open, which is logged.
   * @returns the chests whose content does not open
   */
  each<Chest extends SummarisedChest>(
    chests: readonly Chest[],
    visit: (chest: Chest, summary: ChestSummary) => Promise<void> | void,
    gone?: AbortSignal,
  ): Promise<ReadonlySet<number>>
  /** Stores the summary of a chest, unless the chest has changed in a way that the summary does not show. */
  store(chest: SummarisedChest): Promise<void>
  /** The key of the installation's figures. */
  figuresKey(): Promise<FiguresKey>
  /** Drops what is in memory of a chest: it was destroyed or got another key. */
  forget(chestId: number): void
  /** The chests whose summaries are in memory. */
  kept(): number[]
}

/**
 * `bytes`: what all summaries in memory hold together at most, here those of 1.5 million passwords. `inUseMs`: a summary
 * that was used within this time is not evicted, as whoever reads all chests in turn would evict every one.
 */
const memory = { bytes: 32 * 1024 * 1024, inUseMs: 10 * 60 * 1000 } as const
/** A chest whose content did not open is tried again after this time, in milliseconds, or once it has changed. */
const retryMs = 60_000
/** Summaries that are read together. */
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

  const forget = (chestId: number): void => {
    bytes -= kept.get(chestId)?.summary.bytes ?? 0
    kept.delete(chestId)
    unreadable.delete(chestId)
  }

  /** What is in memory of the chest as it is now, perhaps of an earlier revision. */
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
    forget(id)
    const usedAt = performance.now()
    for (const [oldest, { usedAt: last }] of kept) {
      if (bytes + summary.bytes <= most.bytes || usedAt - last < most.inUseMs) break
      forget(oldest)
    }
    if (bytes + summary.bytes > most.bytes) return
    kept.set(id, { keyVersion, guardian, summary, usedAt })
    bytes += summary.bytes
  }

  const bringUp = async (chest: SummarisedChest, row: StoredRow | undefined): Promise<ChestSummary> => {
    const ck = await chestKeys.open(db, chest)
    const held = heldOf(chest)?.summary
    const stored = held || !row ? null : unsealed(chest, ck, row)
    // One that is torn or forged is made again by the job.
    if (row && !held && !stored) await dropSummary(db, chest.id)
    const before = held ?? stored ?? ChestSummary.empty
    if (before.revision >= chest.revision) return before
    return broughtUp({ db, chest, ck, figures: await figuresKey() }, before)
  }

  /** Those who wait for the same ordinary chest share the work. */
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

  /** Guardian chests are opened for the request alone, and stored by it: nothing else can. */
  const guarded = async (chest: SummarisedChest, row: StoredRow | undefined): Promise<ChestSummary> => {
    const summary = await bringUp(chest, row)
    if (isWorthStoring(row, summary)) await put(chest, summary)
    return summary
  }

  /** Opening a large chest up to its damaged row takes long: it is not done for each call. */
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
        // Who began it may have known an earlier revision.
        if (summary.revision >= chest.revision) return summary
      }
    } catch (error) {
      if (error instanceof Refusal) return 'gone'
      if (!(error instanceof SealError)) throw error
      log.error({ err: error, chest: chest.id }, 'a chest is left out of the figures')
      // What opens a guardian chest is the request's own: another one may bring what opens.
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
      // What was destroyed meanwhile must not come back in a summary.
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
    forget,
    kept: () => [...kept.keys()],
  }
}

const placeOf = (chestId: number, revision: number): SealPlace => ({
  table: 'chest_summaries',
  rowId: chestId,
  field: 'sealed',
  parentId: chestId,
  revision,
})

/** What an envelope and a summary's head take of a stored row: enough to tell how many passwords it is of. */
const entriesIn = (row: StoredRow): number => ChestSummary.countIn(row.sealed.length - overheadBytes)

/** Fewer changes than these are read from the rows each time. */
const fewChanges = 32

/** Whether a stored summary is missing or old: by so many changes, or so many passwords more or less. */
function isWorthStoring(row: StoredRow | undefined, { revision, count }: ChestSummary): boolean {
  if (!row) return true
  const most = Math.min(1_000, Math.max(fewChanges, count / 20))
  return revision - row.revision > most || Math.abs(count - entriesIn(row)) > most
}

/** What a stored row holds; null when it does not open, or is of another key or format. */
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
 * Drops the stored summary of a chest: in the transaction that destroys some of its content, or gives it another key.
 * It is made again from what is left.
 */
export async function dropSummary(db: Kysely<Tables>, chestId: number): Promise<void> {
  await db.deleteFrom('chest_summaries').where('chest_id', '=', chestId).execute()
}
