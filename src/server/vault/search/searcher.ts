import { createWorkBound } from '#server/platform/crypto/work-bound.ts'
import type { ChestIndexes } from '#server/vault/chest-index/chest-indexes.ts'
import type { IndexedChest } from '#server/vault/chest-index/index-memory.ts'
import { bytesOfChange } from '#server/vault/chest-index/chest-index.ts'
import type { Scanned } from '#server/vault/chest-index/index-worker.ts'
import { PackedChest } from '#server/vault/chest-index/packed-chest.ts'
import { createScan, type Found } from '#server/vault/chest-index/scan.ts'
import type { SearchDeadline } from './deadline.ts'

/** Searches chests. @param failed returns whether a chest that cannot be read may be left out; otherwise it throws */
export type Searcher = (
  chests: readonly IndexedChest[],
  words: readonly string[],
  end: SearchDeadline,
  failed: (chest: IndexedChest, error: unknown) => Promise<boolean>,
) => Promise<{ found: Found; isWhole: boolean }>

/** In bytes of packed chests, some 20,000 items: a wider search runs in a thread, where it delays no request. */
const narrowBytes = 4 * 1024 * 1024
/** Bytes of packed chests that a narrow search scans before it yields; a larger chest is scanned whole. */
const pieceBytes = 128 * 1024
/** What the thread receives at once, in chests and bytes: between two messages a search can be given up. */
const chestsAtOnce = 64
const bytesAtOnce = 16 * 1024 * 1024
/** Wide searches at a time; the next ones wait. */
const wideSearches = { concurrency: 2, queue: Number.POSITIVE_INFINITY } as const

type Chest = Scanned<PackedChest>
const nothing: Found = { folders: [], items: [] }

export function createSearcher(indexes: ChestIndexes): Searcher {
  const { thread } = indexes
  const wide = createWorkBound(wideSearches)

  return async (chests, words, end, failed) => {
    if (end.isOver()) return { found: nothing, isWhole: false }
    let isWhole = true
    const read = indexes.each(chests, async (chest, error) => {
      isWhole = (await failed(chest, error)) && isWhole
    })
    /** Returns the next chest; undefined at the end or once the search is over. */
    const next = async (): Promise<Chest | undefined> => {
      const step = await end.orOver(read.next())
      if (step === null) isWhole = false
      return step?.value || undefined
    }

    const few: Chest[] = []
    let bytes = 0
    let chest = await next()
    for (; chest && bytes <= narrowBytes; chest = await next()) {
      few.push(chest)
      bytes += bytesOf(chest)
    }
    if (bytes <= narrowBytes) {
      const scan = createScan(words)
      for (const piece of piecesOf(few)) {
        if (end.isOver()) {
          isWhole = false
          break
        }
        await indexes.inTurn(() => {
          for (const { chestId, packed, changes } of piece)
            if (packed instanceof PackedChest) scan.add(chestId, packed, changes)
        })
      }
      return { found: scan.found(), isWhole }
    }

    const job = thread.newJob()
    const byId = new Map(chests.map((each) => [each.id, each]))
    const send = async (batch: readonly Chest[]): Promise<void> => {
      const scanned = thread.ask<readonly number[]>({
        kind: 'scan',
        job,
        words,
        chests: batch.map((each) => ({
          ...each,
          packed: each.packed instanceof PackedChest ? each.packed.block : each.packed,
        })),
      })
      // A snapshot that does not unseal is built again from the rows.
      const again: Chest[] = []
      for (const id of await scanned) {
        const unread = byId.get(id)
        if (!unread) continue
        try {
          const { packed, changes } = await indexes.of(unread)
          again.push({ chestId: id, packed, changes })
        } catch (error) {
          isWhole = (await failed(unread, error)) && isWhole
        }
      }
      if (again.length > 0) await send(again)
    }
    let hasTurn = false
    const run = wide.run(async () => {
      hasTurn = true
      if (end.isOver()) return nothing
      try {
        let batch = few
        for (; chest; chest = await next()) {
          batch.push(chest)
          bytes += bytesOf(chest)
          if (batch.length >= chestsAtOnce || bytes >= bytesAtOnce) {
            await send(batch)
            batch = []
            bytes = 0
          }
          if (end.isOver()) break
        }
        if (!end.isOver()) await send(batch)
        return await thread.ask<Found>({ kind: 'found', job })
      } finally {
        await thread.ask({ kind: 'drop', job })
      }
    })
    run.catch(() => undefined)
    // A search that is over returns what it has found; one that still waits for its turn has found nothing.
    const found = (await end.orOver(run)) ?? (hasTurn ? await run : nothing)
    return { found, isWhole: isWhole && !end.isOver() }
  }
}

/** Returns chests in pieces; a larger chest is a piece of its own. */
function piecesOf(chests: readonly Chest[]): Chest[][] {
  const pieces: Chest[][] = []
  let bytes = Infinity
  for (const chest of chests) {
    bytes += bytesOf(chest)
    if (bytes > pieceBytes) {
      pieces.push([])
      bytes = bytesOf(chest)
    }
    pieces.at(-1)?.push(chest)
  }
  return pieces
}

/** A chest that is still sealed goes to the thread, alone. */
const bytesOf = ({ packed, changes }: Chest): number =>
  packed instanceof PackedChest ? packed.block.byteLength + bytesOfChange * changes.length : Infinity
