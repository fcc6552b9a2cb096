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

  /** Reads chests one by one; `next` returns undefined at the end, or once the search is over. */
  const readOf = (
    chests: readonly IndexedChest[],
    leaveOut: (chest: IndexedChest, error: unknown) => Promise<void>,
    end: SearchDeadline,
    hasTurn: boolean,
  ) => {
    const read = indexes.each(chests, leaveOut, { isOver: () => end.isOver(), hasTurn })
    return {
      next: async (): Promise<Chest | undefined> => (await end.orOver(read.next()))?.value || undefined,
      // Not waited for: what is being read ends by itself.
      close: () => void read.return(undefined).catch(() => undefined),
    }
  }

  /**
   * Returns the chests of a narrow search; null if it is wide. A wide search begins again in its turn: until then it would
   * hold what it has read, beyond the memory of the indexes.
   */
  const readNarrow = async (
    chests: readonly IndexedChest[],
    leaveOut: (chest: IndexedChest, error: unknown) => Promise<void>,
    end: SearchDeadline,
  ): Promise<readonly Chest[] | null> => {
    const few: Chest[] = []
    let bytes = 0
    const read = readOf(chests, leaveOut, end, false)
    try {
      for (let chest = await read.next(); chest; chest = await read.next()) {
        few.push(chest)
        bytes += bytesOf(chest)
        if (bytes > narrowBytes) return null
      }
      return few
    } finally {
      read.close()
    }
  }

  return async (chests, words, end, failed) => {
    if (end.isOver()) return { found: nothing, isWhole: false }
    let isWhole = true
    const leaveOut = async (chest: IndexedChest, error: unknown): Promise<void> => {
      isWhole = (await failed(chest, error)) && isWhole
    }
    const narrow = await readNarrow(chests, leaveOut, end)
    if (narrow) {
      const scan = createScan(words)
      for (const piece of piecesOf(narrow)) {
        if (end.isOver()) break
        await indexes.inTurn(() => {
          for (const { chestId, packed, changes } of piece)
            if (packed instanceof PackedChest) scan.add(chestId, packed, changes)
        })
      }
      return { found: scan.found(), isWhole: isWhole && !end.isOver() }
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
          await leaveOut(unread, error)
        }
      }
      if (again.length > 0) await send(again)
    }
    let hasTurn = false
    const run = wide.run(async () => {
      hasTurn = true
      if (end.isOver()) return nothing
      const read = readOf(chests, leaveOut, end, true)
      try {
        let batch: Chest[] = []
        let bytes = 0
        for (let chest = await read.next(); chest; chest = await read.next()) {
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
        read.close()
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
