import type { ImportFailReason } from '#texts/vault/imports.ts'
import { createYielder } from '#server/vault/contents/yielder.ts'
import type { ElementSource } from '#server/vault/contents/element-source.ts'
import type { Insertion, ItemInsertion } from '#server/vault/contents/insert-elements.ts'
import { boundsOf, type ExistingContent, type ExistingItem } from './identity.ts'
import {
  candidatesOf,
  incomingOf,
  itemsToRead,
  matchItems,
  type Digests,
  type Verdict,
} from './match-items.ts'
import type { ImportContent, ImportFail, ImportItem } from './model.ts'
import { planFolders } from './plan-folders.ts'

/** An existing item and the entry of the file whose content it receives. */
export type ItemUpdate = { readonly id: number; readonly item: ImportItem; readonly source: ElementSource }

/** What an import inserts and updates, and what it leaves and why. */
export type ImportPlan = {
  readonly insertion: Insertion
  readonly updates: readonly ItemUpdate[]
  readonly counts: {
    /** Entries that the chest already has. */
    readonly same: number
    readonly kept: number
    readonly inTrash: number
    /** Items of an earlier import of the same file that the file no longer has. */
    readonly gone: number
  }
  readonly fails: readonly ImportFail[]
}

type Destination = { readonly folderId: number | null; readonly mayUpdate: boolean }

/**
 * Compares a file with the chest and decides what to insert, update and leave. It writes nothing, and reads
 * only through `digestsOf`. What users changed, moved, renamed or deleted since an earlier import stays so.
 *
 * @param digestsOf reads the current content of items of the chest, as `digestOfItem`
 */
export async function planImport(
  content: ImportContent,
  existing: ExistingContent,
  { folderId, mayUpdate }: Destination,
  digestsOf: (itemIds: readonly number[]) => Promise<Digests>,
): Promise<ImportPlan> {
  const yielder = createYielder()
  const { family } = content
  const bounds = boundsOf(existing.folders, folderId)
  const folders = await planFolders(content, existing, { folderId, bounds }, yielder)
  const incoming = await incomingOf(content, folders, yielder)
  const candidates = await candidatesOf(family, incoming, existing, yielder)
  const digests = await digestsOf(itemsToRead(family, incoming, candidates, bounds))
  const verdicts = await matchItems(family, incoming, { candidates, digests, bounds }, yielder)

  const items: ItemInsertion[] = []
  const updates: ItemUpdate[] = []
  const counts = { same: 0, kept: 0, inTrash: 0 }
  const fails: ImportFail[] = [...folders.fails]
  for (const entry of incoming) {
    const { item, target, origin, digest } = entry
    const verdict = verdicts.get(entry) ?? { kind: 'new' }
    const tell = (reason: ImportFailReason) => fails.push({ line: item.line, name: item.name, reason })
    if (verdict.kind === 'new') {
      items.push({ item, place: folders.placeOf(target), source: { family, ...origin, digest } })
    } else if (verdict.kind === 'same') {
      counts.same += 1
    } else if (verdict.kind === 'inTrash') {
      counts.inTrash += 1
      tell('IN_TRASH')
    } else if (verdict.kind === 'changed' && mayUpdate) {
      const batch = verdict.existing.source?.batch ?? 0
      updates.push({ id: verdict.existing.id, item, source: { family, ...origin, digest, batch } })
    } else {
      counts.kept += 1
      tell(verdict.kind === 'changed' ? 'UPDATE_RIGHT_MISSING' : 'CHANGED_IN_CHEST')
    }
  }
  const gone = countGone(family, existing.items, verdicts)
  return { insertion: { folders: folders.insertions, items }, updates, counts: { ...counts, gone }, fails }
}

/**
 * Counts the items outside the trash that were imported together with items of this file, and that the file
 * no longer has. Batches identify the file, since its name is not reliable.
 */
function countGone(
  family: string,
  items: readonly ExistingItem[],
  verdicts: ReadonlyMap<unknown, Verdict>,
): number {
  const found = new Set<ExistingItem>()
  const batches = new Set<number>()
  for (const verdict of verdicts.values()) {
    if (verdict.kind === 'new') continue
    found.add(verdict.existing)
    const { source } = verdict.existing
    if (source?.family === family) batches.add(source.batch)
  }
  return items.filter(
    (item) =>
      item.isLive && !found.has(item) && item.source?.family === family && batches.has(item.source.batch),
  ).length
}

/** Whether a plan leaves the chest unchanged. */
export const isEmptyPlan = ({ insertion, updates }: ImportPlan): boolean =>
  insertion.folders.length === 0 && insertion.items.length === 0 && updates.length === 0
