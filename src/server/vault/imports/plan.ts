import {
  choiceFor,
  noChoices,
  type ImportChoice,
  type ImportChoices,
  type ImportVerdict,
} from '#domain/vault/import-plan.ts'
import type { ImportFailReason } from '#texts/vault/imports.ts'
import { createYielder, type Yielder } from '#server/vault/contents/yielder.ts'
import { marksOf, sourceFor, type ElementSource } from '#server/vault/contents/element-source.ts'
import type { Insertion, ItemInsertion } from '#server/vault/contents/insert-elements.ts'
import { boundsOf, type ExistingContent, type ExistingItem } from './identity.ts'
import {
  candidatesOf,
  contentFor,
  formerReadingsOf,
  incomingOf,
  itemsToRead,
  matchItems,
  type Digests,
  type Incoming,
  type Verdict,
} from './match-items.ts'
import type { ImportContent, ImportFail, ImportItem } from './model.ts'
import { createFilePlan, noFilesAtHand, type FilesAtHand, type PlannedFiles } from './plan-files.ts'
import { planFolders } from './plan-folders.ts'
import type { FolderRename } from './rename-folders.ts'

/** An existing item and the entry of the file whose content it receives. */
export type ItemUpdate = {
  readonly id: number
  readonly item: ImportItem
  readonly source: ElementSource
  /** People had changed the item, or it came from elsewhere. */
  readonly isReplacement: boolean
}

/** An entry of the file in the plan, at its number: what it is, and what is done with it. */
export type PlannedRow = {
  readonly verdict: ImportVerdict
  readonly choice: ImportChoice
  readonly item: ImportItem
  /** The names of its folders in the file. */
  readonly path: readonly string[]
}

/** What an import inserts and updates, and what it leaves and why. */
export type ImportPlan = {
  readonly rows: readonly PlannedRow[]
  readonly insertion: Insertion
  /** Folders that get the mended name of their file. */
  readonly renames: readonly FolderRename[]
  readonly updates: readonly ItemUpdate[]
  /** What is attached to the items of these entries, and what it replaces. */
  readonly files: ReadonlyMap<ImportItem, PlannedFiles>
  readonly counts: {
    /** Entries that the chest already has. */
    readonly same: number
    readonly kept: number
    readonly inTrash: number
  }
  /** Items of an earlier import of the same file that the file no longer has. */
  readonly gone: readonly ExistingItem[]
  readonly fails: readonly ImportFail[]
}

type Destination = {
  readonly folderId: number | null
  readonly mayUpdate: boolean
  readonly choices?: ImportChoices
}

/**
 * Compares a file with the chest and decides what to insert, update and leave. It writes nothing, and reads
 * only through `digestsOf`. What users changed, moved, renamed or deleted since an earlier import stays so.
 *
 * @param digestsOf reads the current content of items of the chest, as `digestOfItem`
 * @param filesAtHand reads their attached files
 */
export async function planImport(
  content: ImportContent,
  chest: ExistingContent,
  { folderId, mayUpdate, choices = noChoices }: Destination,
  digestsOf: (itemIds: readonly number[]) => Promise<Digests>,
  filesAtHand: FilesAtHand = noFilesAtHand,
): Promise<ImportPlan> {
  const yielder = createYielder()
  const { family } = content
  const existing = seenBy(family, chest)
  const bounds = boundsOf(existing.folders, folderId)
  const folders = await planFolders(content, existing, { folderId, bounds, mayUpdate }, yielder)
  const incoming = await incomingOf(content, folders, yielder)
  const former = await formerReadingsOf(family, incoming, existing, yielder)
  const candidates = await candidatesOf(family, incoming, former, existing, yielder)
  const digests = await digestsOf(await itemsToRead(family, incoming, candidates, bounds, yielder))
  const verdicts = await matchItems(family, incoming, { candidates, former, digests, bounds }, yielder)

  const filePlan = await createFilePlan(family, verdicts, filesAtHand, yielder)
  const items: ItemInsertion[] = []
  const files = new Map<ImportItem, PlannedFiles>()
  const updates: ItemUpdate[] = []
  const rows: PlannedRow[] = []
  const counts = { same: 0, kept: 0, inTrash: 0 }
  const fails: ImportFail[] = [...folders.fails]
  for (const [number, entry] of incoming.entries()) {
    const pause = yielder.step(4)
    if (pause) await pause
    const { target, origin, path } = entry
    const found = verdicts.get(entry) ?? { kind: 'new' }
    const { item, digest } = found.kind === 'new' ? entry : contentFor(entry, found.existing)
    const own = filePlan.fit(entry, found)
    const verdict = verdictOf(found, entry, own.added.length > 0)
    const wanted = choiceFor(choices, verdict, number)
    const isBarred = wanted === 'file' && verdict !== 'new' && !mayUpdate
    const choice = isBarred ? 'leave' : wanted
    const tell = (reason: ImportFailReason, detail?: string) =>
      fails.push({ line: item.line, name: entry.item.name, reason, ...(detail !== undefined && { detail }) })
    rows.push({ verdict, choice, item: entry.item, path })
    const planned = choice === 'both' ? filePlan.fit(entry, null) : own
    const { added, replaced, refused, known } = planned
    const isWritten = choice === 'file' || choice === 'both'
    if (isWritten && added.length + replaced.length > 0) {
      filePlan.take(planned)
      files.set(item, planned)
    }
    if (refused.length > 0 && (isWritten || verdict === 'identical' || verdict === 'moved'))
      tell('ATTACHMENT_NO_ROOM', refused.map(({ name }) => name).join(', '))
    const origins = { family, ...origin, digest, ...(known.length > 0 && { files: known }) }
    if (choice === 'both' || (choice === 'file' && found.kind === 'new')) {
      const source = { ...origins, ...(item.marks && { others: item.marks }) }
      items.push({ item, place: folders.placeOf(target), source })
    } else if (choice === 'file' && found.kind !== 'new') {
      const source = sourceAfter(found.existing, origins, item)
      updates.push({ id: found.existing.id, item, source, isReplacement: verdict === 'conflict' })
    } else if (verdict === 'identical' || verdict === 'moved') {
      counts.same += 1
    } else if (verdict === 'trashed') {
      counts.inTrash += 1
      tell('IN_TRASH')
    } else {
      counts.kept += 1
      tell(isBarred ? 'UPDATE_RIGHT_MISSING' : verdict === 'conflict' ? 'CHANGED_IN_CHEST' : 'LEFT_BY_CHOICE')
    }
  }
  const gone = await goneFrom(family, existing.items, verdicts, yielder)
  const { insertions, renames } = folders
  if (renames.length > 0)
    fails.push({ line: 1, name: '', reason: 'FOLDERS_RENAMED', detail: namesIn(renames) })
  return { rows, insertion: { folders: insertions, items }, renames, updates, files, counts, gone, fails }
}

/** Folders that are named in a remark at most. */
const namedAtMost = 20

const namesIn = (renames: readonly FolderRename[]): string =>
  [
    ...renames.slice(0, namedAtMost).map(({ name }) => name),
    ...(renames.length > namedAtMost ? ['\u2026'] : []),
  ].join(', ')

/** Returns the content of a chest, each element with its mark of the family of the file first. */
function seenBy(family: string, { folders, items }: ExistingContent): ExistingContent {
  const seen = <Element extends { readonly source: ElementSource | null }>(element: Element): Element =>
    element.source?.others ? { ...element, source: sourceFor(family, element.source) } : element
  return { folders: folders.map(seen), items: items.map(seen) }
}

/** Returns the source of an item that gets the content of an entry. It keeps its marks of other families. */
function sourceAfter(
  { source }: ExistingItem,
  origins: Omit<ElementSource, 'batch' | 'others'>,
  { marks = [] }: ImportItem,
): ElementSource {
  const former = new Map(marksOf(source).map((mark) => [mark.family, mark]))
  const others = new Map(former)
  for (const mark of marks) others.set(mark.family, { ...mark, batch: former.get(mark.family)?.batch ?? 0 })
  others.delete(origins.family)
  const batch = source?.batch ?? 0
  return { ...origins, batch, ...(others.size > 0 && { others: [...others.values()] }) }
}

/** Returns what people see of a decision. */
function verdictOf(found: Verdict, { target }: Incoming, hasFiles: boolean): ImportVerdict {
  if (found.kind === 'new' || found.kind === 'changed') return found.kind
  if (found.kind === 'same' && hasFiles) return 'changed'
  if (found.kind === 'kept') return 'conflict'
  if (found.kind === 'inTrash') return 'trashed'
  return found.existing.folderId === (target.existing ?? null) ? 'identical' : 'moved'
}

/**
 * Returns the items outside the trash that were imported together with items of this file, and that the file
 * no longer has. Batches identify the file, since its name is not reliable.
 */
async function goneFrom(
  family: string,
  items: readonly ExistingItem[],
  verdicts: ReadonlyMap<unknown, Verdict>,
  yielder: Yielder,
): Promise<ExistingItem[]> {
  const found = new Set<ExistingItem>()
  const batches = new Set<number>()
  for (const verdict of verdicts.values()) {
    const pause = yielder.step()
    if (pause) await pause
    if (verdict.kind === 'new') continue
    found.add(verdict.existing)
    const { source } = verdict.existing
    if (source?.family === family) batches.add(source.batch)
  }
  if (batches.size === 0) return []
  const gone: ExistingItem[] = []
  for (const item of items) {
    const pause = yielder.step()
    if (pause) await pause
    const { isLive, source } = item
    if (isLive && !found.has(item) && source?.family === family && batches.has(source.batch)) gone.push(item)
  }
  return gone
}

/** Whether a plan leaves the chest unchanged. */
export const isEmptyPlan = ({ insertion, renames, updates }: ImportPlan): boolean =>
  [insertion.folders, insertion.items, renames, updates].every(({ length }) => length === 0)
