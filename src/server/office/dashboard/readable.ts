import type { Unlock } from '#server/access/unlock.ts'
import { chestsToSearch, chestsToUpdate, type SearchedChestRow } from '#server/vault/chests/chest-rows.ts'
import type { ChestSummary } from '#server/vault/summaries/summary.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import type { Summaries } from '#server/vault/summaries/summaries.ts'

/** The parts of a request needed for the caller's own figures. */
export type OwnRequest = {
  readonly actor: { readonly id: number }
  readonly unlocks: () => Promise<ReadonlyMap<number, Unlock>>
  readonly gone: () => AbortSignal
}

/** A chest that the caller may read, unlocked in the request if it is a guardian chest. */
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
  /** Guardian chests that the caller may read, not unlocked in the request. */
  readonly locked: number
  /** Chests that the caller may read, with damaged content. */
  readonly unreadable: number
}

/** In milliseconds. After a longer read, the rights are queried again. */
const slowMs = 20

/** The summaries of the chests currently readable by the caller. */
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
  return {
    chests,
    locked: now.locked.length,
    unreadable: now.open.filter(({ id }) => damaged.has(id)).length,
  }
}

/** Splits chests into those readable in the request and the locked guardian chests. */
export function openTo(rows: readonly SearchedChestRow[], unlocks: ReadonlyMap<number, Unlock>) {
  const open = rows.flatMap((row) => {
    const unlock = unlocks.get(row.id) ?? null
    const guardian = row.guardian === 1
    return guardian && unlock?.key.version !== row.keyVersion ? [] : [{ ...row, guardian, unlock }]
  })
  const isOpen = new Set(open.map(({ id }) => id))
  return { open, locked: rows.filter(({ id }) => !isOpen.has(id)) }
}
