import type { Yielder } from '#server/vault/contents/yielder.ts'
import { digestOfItem } from '#server/vault/contents/element-source.ts'
import {
  identityOf,
  nameInKey,
  naturalKey,
  originOf,
  type Bounds,
  type Origin,
  type ExistingContent,
  type ExistingItem,
  type Within,
} from './identity.ts'
import type { ImportContent, ImportItem } from './model.ts'
import type { FolderPlan, Target } from './plan-folders.ts'

/** An entry of the file, its target and what it is compared by. */
export type Incoming = {
  readonly item: ImportItem
  /** The names of its folders in the file. */
  readonly path: readonly string[]
  readonly target: Target
  /** Where its path begins. */
  readonly within: Within
  readonly origin: Origin
  readonly digest: string
  readonly key: string
}

/** A former reading of an entry (`FormerReading`), as the items that were made of it name it. */
type Former = { readonly identity: string; readonly digest: string; readonly isKept: boolean }
export type FormerReadings = ReadonlyMap<Incoming, readonly Former[]>

/** Returns what an entry makes of an item: one whose name the file conceals keeps that of the item. */
export function contentFor({ item, digest }: Pick<Incoming, 'item' | 'digest'>, { key }: ExistingItem) {
  if (item.hasNoName !== true || key === '') return { item, digest }
  const named = { ...item, name: nameInKey(key) }
  return { item: named, digest: digestOfItem(named) }
}

/** The decision about an entry of the file. */
export type Verdict =
  | { readonly kind: 'new' }
  /** The chest has the same content, or had it when it was imported from the same text. */
  | { readonly kind: 'same'; readonly existing: ExistingItem }
  /** The file changed since the import, the chest did not. */
  | { readonly kind: 'changed'; readonly existing: ExistingItem }
  /** Both changed, or the chest has another item of that name there: the chest keeps its own. */
  | { readonly kind: 'kept'; readonly existing: ExistingItem }
  | { readonly kind: 'inTrash'; readonly existing: ExistingItem }

/** The digests (`digestOfItem`) of the current content of existing items, by id. */
export type Digests = ReadonlyMap<number, string>

/** Returns the entries of a file in its order, folder by folder. */
export async function incomingOf(
  { items }: Pick<ImportContent, 'items'>,
  { root, within: destination, placed }: Pick<FolderPlan, 'root' | 'within' | 'placed'>,
  yielder: Yielder,
): Promise<Incoming[]> {
  const incoming: Incoming[] = []
  const add = async (
    list: readonly ImportItem[],
    target: Target,
    path: readonly string[],
    within: Within,
  ): Promise<void> => {
    for (const item of list) {
      const key = naturalKey(item)
      const origin = originOf(item.sourceId, path, within, naturalKey(item.knownBy ?? item))
      incoming.push({ item, path, target, within, origin, digest: digestOfItem(item), key })
      const pause = yielder.step()
      if (pause) await pause
    }
  }
  await add(items, root, [], destination)
  for (const { folder, target, path, within } of placed) await add(folder.items, target, path, within)
  return incoming
}

/** Returns the former readings of the entries. A first import makes none of them. */
export async function formerReadingsOf(
  family: string,
  incoming: readonly Incoming[],
  { items }: Pick<ExistingContent, 'items'>,
  yielder: Yielder,
): Promise<FormerReadings> {
  const former = new Map<Incoming, readonly Former[]>()
  if (!items.some(({ source }) => source !== null)) return former
  for (const entry of incoming) {
    const readings = entry.item.former?.() ?? []
    if (readings.length === 0) continue
    former.set(
      entry,
      readings.map(({ item, path = entry.path, family: own = family, isKept }) => {
        const origin = originOf(item.sourceId, path, entry.within, naturalKey(item.knownBy ?? item))
        return { identity: identityOf(own, origin), digest: digestOfItem(item), isKept }
      }),
    )
    const pause = yielder.step(8)
    if (pause) await pause
  }
  return former
}

/** Returns the existing items that were imported from an entry of the file, or have its natural key. */
export async function candidatesOf(
  family: string,
  incoming: readonly Incoming[],
  former: FormerReadings,
  { items }: Pick<ExistingContent, 'items'>,
  yielder: Yielder,
): Promise<ExistingItem[]> {
  const [ids, keys] = [new Set<string>(), new Set<string>()]
  const identities = new Set([...former.values()].flatMap((list) => list.map(({ identity }) => identity)))
  for (const { origin, key } of incoming) {
    ids.add(origin.id)
    keys.add(key)
    const pause = yielder.step()
    if (pause) await pause
  }
  const candidates: ExistingItem[] = []
  for (const item of items) {
    const { source, isLive, key } = item
    const isKnown = source !== null && identities.has(identityOf(source.family, source))
    if ((source?.family === family && ids.has(source.id)) || isKnown || (isLive && keys.has(key)))
      candidates.push(item)
    const pause = yielder.step()
    if (pause) await pause
  }
  return candidates
}

/**
 * Returns the candidates whose current content must be read: the file no longer has the text they came from.
 */
export async function itemsToRead(
  family: string,
  incoming: readonly Incoming[],
  candidates: readonly ExistingItem[],
  { isLoose }: Bounds,
  yielder: Yielder,
): Promise<number[]> {
  if (candidates.length === 0) return []
  const texts = new Set<string>()
  for (const { origin, digest } of incoming) {
    texts.add(`${identityOf(family, origin)} ${digest}`)
    texts.add(`${identityOf(family, { id: origin.id })} ${digest}`)
    const pause = yielder.step(2)
    if (pause) await pause
  }
  const isOfFile = (item: ExistingItem): boolean => {
    const { source } = item
    if (source === null) return false
    const origin = isLoose(item) ? { id: source.id } : source
    return texts.has(`${identityOf(source.family, origin)} ${source.digest}`)
  }
  const ids: number[] = []
  for (const item of candidates) {
    if (item.isLive && !isOfFile(item)) ids.push(item.id)
    const pause = yielder.step(2)
    if (pause) await pause
  }
  return ids
}

/** Entries and items with equal keys match; null matches nothing. */
type Step = {
  readonly entry: (entry: Incoming) => string | null
  readonly item: (item: ExistingItem) => string | null
}

/** Items outside the trash match first. */
const liveFirst = [true, false] as const

/**
 * Matches the entries of a file with the candidates, in this order: imported from the same entry, as it is read or as it
 * was formerly; equal content, first in the same folder, then in the destination; the same natural key in the same folder. An
 * item matches at most one entry.
 * Of several entries that the file cannot tell apart, those with an unchanged text match first; the rest
 * match in the order of the file.
 */
export async function matchItems(
  family: string,
  incoming: readonly Incoming[],
  {
    candidates,
    former,
    digests,
    bounds: { isLoose, isInside },
  }: {
    readonly candidates: readonly ExistingItem[]
    readonly former: FormerReadings
    readonly digests: Digests
    readonly bounds: Bounds
  },
  yielder: Yielder,
): Promise<Map<Incoming, Verdict>> {
  const live = (item: ExistingItem, key: string | null) => (item.isLive ? key : null)
  const loose = new Set(candidates.filter(isLoose))
  const sourceKey = (item: ExistingItem) =>
    item.source && !loose.has(item) ? identityOf(item.source.family, item.source) : null
  const looseKey = ({ source }: ExistingItem) => source && identityOf(source.family, { id: source.id })
  const keyOfEntry = ({ origin }: Incoming) => identityOf(family, origin)
  const looseKeyOfEntry = ({ origin }: Incoming) => identityOf(family, { id: origin.id })
  const sure: readonly Step[] = [
    { entry: keyOfEntry, item: sourceKey },
    {
      entry: (entry) => `${entry.target.existing} ${looseKeyOfEntry(entry)}`,
      item: (item) => (loose.has(item) ? `${item.folderId} ${looseKey(item)}` : null),
    },
  ]
  // The item was moved from here, or imported into a folder in here: it is neither inserted again nor
  // updated.
  const unsure: Step = {
    entry: looseKeyOfEntry,
    item: (item) => (loose.has(item) && isInside(item.folderId) ? looseKey(item) : null),
  }
  const equal: readonly Step[] = [
    {
      entry: ({ target, digest }) => `${target.existing} ${digest}`,
      item: ({ id, folderId }) => (digests.has(id) ? `${folderId} ${digests.get(id)}` : null),
    },
    {
      entry: ({ digest }) => digest,
      item: ({ id, folderId }) => (isInside(folderId) ? (digests.get(id) ?? null) : null),
    },
  ]
  const alike: Step = {
    entry: ({ target, key }) => `${target.existing} ${key}`,
    // An item imported from another entry of this family is not this one, whatever its name.
    item: (item) => (item.source?.family === family ? null : live(item, `${item.folderId} ${item.key}`)),
  }

  const verdicts = new Map<Incoming, Verdict>()
  const taken = new Set<ExistingItem>()
  const run = async (step: Step, verdictOf: (existing: ExistingItem, entry: Incoming) => Verdict) => {
    const free = new Map<string, ExistingItem[]>()
    for (const item of candidates) {
      const key = taken.has(item) ? null : step.item(item)
      const others = key === null ? undefined : free.get(key)
      if (others) others.push(item)
      else if (key !== null) free.set(key, [item])
      const pause = yielder.step()
      if (pause) await pause
    }
    // Nothing can match: a first import would build eight keys of each entry in vain.
    if (free.size === 0) return
    for (const entry of incoming) {
      const pause = yielder.step()
      if (pause) await pause
      if (verdicts.has(entry)) continue
      const key = step.entry(entry)
      const found = key === null ? undefined : free.get(key)?.shift()
      if (!found) continue
      taken.add(found)
      verdicts.set(entry, verdictOf(found, entry))
    }
  }
  const runBySource = async (steps: readonly Step[], isByText: boolean, isSure: boolean) => {
    for (const isLive of liveFirst) {
      for (const { entry, item } of steps) {
        const step: Step = {
          entry: (one) => (isByText ? `${entry(one)} ${one.digest}` : entry(one)),
          item: (one) => {
            const key = one.isLive === isLive ? item(one) : null
            return key !== null && isByText ? `${key} ${one.source?.digest}` : key
          },
        }
        await run(step, (existing, one) => {
          const { digest } = contentFor(one, existing)
          const verdict = sourceVerdict(existing, digest, digests.get(existing.id), former.get(one))
          return verdict.kind === 'changed' && !isSure ? { kind: 'kept', existing } : verdict
        })
      }
    }
  }
  const most = [...former.values()].reduce((count, { length }) => Math.max(count, length), 0)
  const runByFormer = async (isByText: boolean) => {
    const keyOf = (identity: string, digest: string) => (isByText ? `${identity} ${digest}` : identity)
    for (let at = 0; at < most; at += 1) {
      for (const isLive of liveFirst) {
        const step: Step = {
          entry: (entry) => {
            const reading = former.get(entry)?.[at]
            // What another way to import made may have been undone, for the entry to be imported in this one.
            return reading && (isLive || reading.isKept) ? keyOf(reading.identity, reading.digest) : null
          },
          item: ({ isLive: is, source }) =>
            is === isLive && source ? keyOf(identityOf(source.family, source), source.digest) : null,
        }
        await run(step, (existing, entry) =>
          sourceVerdict(
            existing,
            contentFor(entry, existing).digest,
            digests.get(existing.id),
            former.get(entry),
          ),
        )
      }
    }
  }
  const steps = loose.size === 0 ? sure.slice(0, 1) : sure
  for (const isByText of [true, false]) {
    await runBySource(steps, isByText, true)
    await runByFormer(isByText)
  }
  if (loose.size > 0) for (const isByText of [true, false]) await runBySource([unsure], isByText, false)
  for (const step of equal) await run(step, (existing) => ({ kind: 'same', existing }))
  await run(alike, (existing) => ({ kind: 'kept', existing }))
  for (const entry of incoming) {
    if (!verdicts.has(entry)) verdicts.set(entry, { kind: 'new' })
    const pause = yielder.step()
    if (pause) await pause
  }
  return verdicts
}

/**
 * Returns the decision about an entry whose item was found by source.
 * @param present the digest of the item's current content, if it was read
 * @param former the former readings of the entry: the file did not change since one of them
 */
function sourceVerdict(
  existing: ExistingItem,
  digest: string,
  present: string | undefined,
  former: readonly Former[] = [],
): Verdict {
  if (!existing.isLive) return { kind: 'inTrash', existing }
  const imported = existing.source?.digest
  if (imported === digest || present === digest) return { kind: 'same', existing }
  if (former.some((reading) => reading.isKept && reading.digest === imported))
    return { kind: 'same', existing }
  return { kind: present === imported ? 'changed' : 'kept', existing }
}
