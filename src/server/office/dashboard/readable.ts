import type { Unlock } from '#server/access/unlock.ts'
import { chestsToSearch, chestsToUpdate, type SearchedChestRow } from '#server/vault/chests/chest-rows.ts'
import type { ChestSummary } from '#server/vault/summaries/summary.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import type { Summaries } from '#server/vault/summaries/summaries.ts'

/** What a request brings to its own figures. */
export type OwnRequest = {
  readonly actor: { readonly id: number }
  readonly unlocks: () => Promise<ReadonlyMap<number, Unlock>>
  readonly gone: () => AbortSignal
}

/** A chest that the caller may read, open to the request. */
export type ReadableChest = {
  readonly id: number
  readonly name: string
  readonly guardian: boolean
  readonly keyVersion: number
  readonly formerKeyVersion: number | null
  readonly unlock: Unlock | null
  readonly mayUpdate: boolean
  readonly summary: ChestSummary
}

export type Readable = {
  readonly chests: readonly ReadableChest[]
  /** Guardian chests that the caller may read and the request does not open. */
  readonly locked: number
  /** Chests that the caller may read and whose content does not open: it is damaged. */
  readonly unreadable: number
}

/** Reading longer than this, in milliseconds, rights may have changed meanwhile. */
const slowMs = 20

/** The summaries of the chests that a caller may read at this moment. */
export async function readableOf(
  { db, summaries }: Pick<PlatformDeps, 'db'> & { readonly summaries: Summaries },
  { actor, unlocks, gone }: OwnRequest,
): Promise<Readable> {
  const since = performance.now()
  const { open, locked } = openTo(await chestsToSearch(db, actor.id), await unlocks())
  const found = new Map<number, ChestSummary>()
  const damaged = await summaries.each(open, ({ id }, summary) => void found.set(id, summary), gone())
  const isSlow = performance.now() - since > slowMs
  const now = isSlow ? openTo(await chestsToSearch(db, actor.id), await unlocks()) : { open, locked }
  const updatable = await chestsToUpdate(db, actor.id)
  const chests = now.open.flatMap((chest) => {
    const summary = found.get(chest.id)
    return summary ? [{ ...chest, mayUpdate: updatable.has(chest.id), summary }] : []
  })
  return { chests, locked: now.locked, unreadable: now.open.filter(({ id }) => damaged.has(id)).length }
}

/** Told apart: what a request opens, and how many guardian chests it does not. */
function openTo(rows: readonly SearchedChestRow[], unlocks: ReadonlyMap<number, Unlock>) {
  const open = rows.flatMap((row) => {
    const unlock = unlocks.get(row.id) ?? null
    const guardian = row.guardian === 1
    return guardian && unlock?.key.version !== row.keyVersion ? [] : [{ ...row, guardian, unlock }]
  })
  return { open, locked: rows.length - open.length }
}
