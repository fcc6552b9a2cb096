import { attachmentLimits } from '#domain/platform/limits.ts'
import { storedBytesOf } from '#server/vault/attachments/sealing.ts'
import type { Yielder } from '#server/vault/contents/yielder.ts'
import type { Incoming, Verdict } from './match-items.ts'
import type { ImportFile } from './model.ts'

/** The files of an item of the chest. */
export type ExistingFiles = {
  /** Those that are not removed. */
  readonly live: readonly { readonly id: number; readonly name: string; readonly digest: string }[]
  /** The bytes that all of them take, removed ones included. */
  readonly bytes: number
}

/** Where the files of an import go. */
export type FilesAtHand = {
  /** Reads the files of items, by the items' ids. */
  readonly of: (itemIds: readonly number[]) => Promise<ReadonlyMap<number, ExistingFiles>>
  /** In bytes: what the files of an item may take. */
  readonly itemBytes: number
  /** Returns the bytes that are left in the banks of the chest. */
  readonly bankLeft: () => Promise<number>
}

/** For imports whose files carry none. */
export const noFilesAtHand: FilesAtHand = { of: async () => new Map(), itemBytes: 0, bankLeft: async () => 0 }

/** What an import does with the files of an entry. */
export type PlannedFiles = {
  readonly added: readonly ImportFile[]
  /** Attachments that an earlier import brought and that an added file of the same name replaces, by their ids. */
  readonly replaced: readonly number[]
  /** Files for which the item or the bank has no room. */
  readonly refused: readonly ImportFile[]
  /** The digests of all files that imports gave the item, for its source. */
  readonly known: readonly string[]
}

/**
 * Compares the files of entries with those of the items that they were matched with. Files are only added, or replaced by
 * their new version: what people attached or removed since an earlier import stays so.
 */
export async function createFilePlan(
  family: string,
  verdicts: ReadonlyMap<Incoming, Verdict>,
  { of, itemBytes, bankLeft }: FilesAtHand,
  yielder: Yielder,
): Promise<{
  /** Returns what to do with the files of an entry. @param found null: for an item of its own */
  fit(entry: Incoming, found: Verdict | null): PlannedFiles
  /** Takes the room of what will be written. */
  take(planned: PlannedFiles): void
}> {
  const importedOf = (found: Verdict | null): readonly string[] => {
    if (found === null || found.kind === 'new') return []
    const { source } = found.existing
    return source?.family === family ? (source.files ?? []) : []
  }
  const unknownOf = ({ item: { files = [] } }: Incoming, imported: readonly string[]) =>
    files.filter(({ digest }) => !imported.includes(digest))
  const toRead = new Set<number>()
  let hasFiles = false
  for (const [entry, found] of verdicts) {
    hasFiles ||= entry.item.files !== undefined
    if (found.kind !== 'new' && found.kind !== 'inTrash' && unknownOf(entry, importedOf(found)).length > 0)
      toRead.add(found.existing.id)
    const pause = yielder.step(2)
    if (pause) await pause
  }
  const existing = await of([...toRead])
  let left = hasFiles ? await bankLeft() : 0

  return {
    fit(entry, found) {
      const imported = importedOf(found)
      const { live, bytes } = (found && found.kind !== 'new' && existing.get(found.existing.id)) || {
        live: [],
        bytes: 0,
      }
      const [added, refused]: [ImportFile[], ImportFile[]] = [[], []]
      let [count, itemLeft, roomLeft] = [live.length, itemBytes - bytes, left]
      for (const file of unknownOf(entry, imported)) {
        if (live.some(({ digest }) => digest === file.digest)) continue
        const stored = storedBytesOf(file.size)
        const fits = count < attachmentLimits.perItem && stored <= itemLeft && stored <= roomLeft
        if (!fits) {
          refused.push(file)
          continue
        }
        added.push(file)
        count += 1
        itemLeft -= stored
        roomLeft -= stored
      }
      const { files = [] } = entry.item
      const names = new Set(added.map(({ name }) => name))
      const isHeld = (digest: string) => files.some((file) => file.digest === digest)
      const replaced = live.filter(
        ({ name, digest }) => names.has(name) && imported.includes(digest) && !isHeld(digest),
      )
      const kept = files.filter((file) => !refused.includes(file))
      return {
        added,
        refused,
        replaced: replaced.map(({ id }) => id),
        known: [...new Set([...imported, ...kept.map(({ digest }) => digest)])],
      }
    },
    take({ added }) {
      for (const { size } of added) left -= storedBytesOf(size)
    },
  }
}
