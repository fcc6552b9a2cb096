import { fold, frenchCollator } from '#domain/platform/folding.ts'
import { searchLimits } from '#domain/platform/limits.ts'
import { itemIndexedFields, itemSearchedFields } from '#domain/vault/item-fields.ts'
import { placeOf, searchedFields, wordRank, type WordPlace } from '#domain/vault/search.ts'
import type { ElementTable } from '#server/vault/contents/places.ts'
import type { Change, Element } from './element.ts'
import { elementMark, fieldMark, type PackedChest } from './packed-chest.ts'

/** A found element; `path` has the names of the folders that lead to it. */
export type Match = {
  readonly chestId: number
  readonly element: Element
  readonly path: readonly string[]
}

export type Found = { readonly folders: readonly Match[]; readonly items: readonly Match[] }

/** Searches chests one by one and collects the best elements that contain every word. */
export type Scan = {
  /** @param changes what changed since the chest was packed */
  add(chestId: number, chest: PackedChest, changes: readonly Change[]): void
  /** Returns the best folders and items: half of the places each; unused ones go to the other kind. */
  found(): Found
}

/** No rank: the element does not contain the word. */
const noRank = 0xff
/** The rank sum of an element that lacks a word; greater than any sum of ranks. */
const none = 0xffff

const places = ['start', 'wordStart', 'inside'] as const satisfies readonly WordPlace[]
/** The rank of a match by its place and field. */
const ranks = Object.fromEntries(
  places.map((place) => [
    place,
    itemIndexedFields.map((field) => {
      const searched = itemSearchedFields.findIndex((one) => one === field)
      return searched < 0 ? noRank : wordRank(searched, place)
    }),
  ]),
) as Record<WordPlace, number[]>

const pathField = searchedFields.indexOf('path')
const pathRank: Record<WordPlace, number> = {
  start: wordRank(pathField, 'wordStart'),
  wordStart: wordRank(pathField, 'wordStart'),
  inside: wordRank(pathField, 'inside'),
}

/** @param most the maximum number of folders and items together */
export function createScan(words: readonly string[], most: number): Scan {
  const needles = words.map((word) => ({ word, bytes: Buffer.from(word) }))
  const best = { folders: createBest(most), items: createBest(most) }

  return {
    add(chestId, chest, changes) {
      const changed = new Set(changes.map(({ table, id }) => chest.find(table, id)))
      const folders = foldersOf(chest, changes)
      const sought = needles.map((needle) => ({
        ...needle,
        paths: ranksOfPaths(folders, needle.word),
        above: noRank,
      }))
      const chosen = { folders: createChosen(), items: createChosen() }
      visit(chest, sought, (table, position) => {
        if (changed.has(position)) return
        const length = chest.columns.nameLengths[position] ?? 0
        const least = Math.min(chosen[table].mostRank(length), best[table].mostRank(length))
        const rank = rankAt(chest, position, sought, least)
        if (rank < none) chosen[table].add(rank, length, chest.columns.orders[position] ?? 0, position)
      })
      for (const table of ['folders', 'items'] as const) {
        for (const { rank, position } of chosen[table].all()) {
          const [id, name] = [chest.idAt(position), chest.nameAt(position)]
          // Those that follow rank lower.
          if (!best[table].offer({ rank, name, id, chestId, from: position })) break
        }
      }
      for (const { element } of changes) {
        if (!element) continue
        const rank = rankOf(element, sought)
        if (rank < none)
          best[element.table].offer({
            rank,
            name: element.texts.name,
            id: element.id,
            chestId,
            from: element,
          })
      }
      const settled = (from: number | Element): Settled => {
        const element = typeof from === 'number' ? chest.at(from) : from
        return { element, path: pathTo(folders, chest, element.parentId) }
      }
      best.folders.settle(settled)
      best.items.settle(settled)
    },
    found() {
      const [folders, items] = [best.folders.all(), best.items.all()]
      const half = Math.ceil(most / 2)
      return {
        folders: folders.slice(0, Math.max(half, most - items.length)),
        items: items.slice(0, Math.max(most - half, most - folders.length)),
      }
    },
  }
}

/** A word, and its ranks in the paths of one folder after another. */
type Sought = {
  readonly word: string
  readonly bytes: Buffer
  readonly paths: PathRanks | null
  /** The rank in the path of the elements that are being visited. */
  above: number
}

/**
 * Visits the elements that may contain all words, in their order: those that contain a rare word, which the
 * bytes of the whole chest are searched for at once, or all elements if every word is frequent.
 */
function visit(
  chest: PackedChest,
  sought: readonly Sought[],
  each: (table: ElementTable, position: number) => void,
): void {
  const { folderAt, groupStarts, groupFolders } = chest.columns
  const rare = positionsOfRare(chest, sought)
  const count = rare ? rare.length : chest.size
  let group = -1
  let end = 0
  for (let index = 0; index < count; index += 1) {
    const position = rare ? (rare[index] ?? 0) : index
    if (position >= end) {
      while (position >= end) end = groupStarts[(group += 1) + 1] ?? Infinity
      const folder = group === 0 ? null : chest.idAt(folderAt[group - 1] ?? 0)
      for (const one of sought) one.above = one.paths?.(folder) ?? noRank
    }
    const firstItem = (groupStarts[group] ?? 0) + (groupFolders[group] ?? 0)
    each(position < firstItem ? 'folders' : 'items', position)
  }
}

/** A word in more than this share of a chest's elements is frequent. */
const frequent = 1 / 8

/** Returns the positions of the elements that contain the first rare word; null if there is none. */
function positionsOfRare(chest: PackedChest, sought: readonly Sought[]): number[] | null {
  const { texts } = chest
  const { textStarts } = chest.columns
  for (const { bytes, paths } of sought) {
    // A word in a folder's name is in the path of all that the folder contains.
    if (paths) continue
    const positions: number[] = []
    let at = texts.indexOf(bytes)
    for (let position = 0; at >= 0 && positions.length <= chest.size * frequent;) {
      position = elementAt(textStarts, position, at)
      positions.push(position)
      at = texts.indexOf(bytes, textStarts[position + 1])
    }
    if (at < 0) return positions
  }
  return null
}

/** The best rank of a match in each field but for the start of the name, which is 0; it grows from field to field. */
const bestOfField = ranks.wordStart

/**
 * Returns the rank sum of an element; `none` if it lacks a word.
 * @param most a greater sum need not be exact
 */
function rankAt(chest: PackedChest, position: number, sought: readonly Sought[], most: number): number {
  const { texts } = chest
  const { textStarts } = chest.columns
  const start = textStarts[position] ?? 0
  const end = (textStarts[position + 1] ?? 0) - 1
  let sum = 0
  for (const { bytes, above } of sought) {
    const first = bytes[0]
    let best = above
    let field = 0
    for (let at = start; at < end; at += 1) {
      const byte = texts[at]
      if (byte === fieldMark) {
        field += 1
        const possible = bestOfField[field] ?? noRank
        if (possible >= best || sum + possible > most) break
      } else if (byte === first && startsAt(texts, bytes, at)) {
        const place = placeAt(texts, at)
        const rank = ranks[place][field] ?? noRank
        if (rank < best) best = rank
        // Only after a match inside a word can a later one be better.
        if (place !== 'inside') break
      }
    }
    if (best === noRank) return none
    sum += best
    if (sum > most) return none
  }
  return sum
}

/** Whether a word stands at a byte: a call for each position would take longer than this comparison. */
function startsAt(texts: Buffer, word: Buffer, at: number): boolean {
  for (let index = 1; index < word.length; index += 1) if (texts[at + index] !== word[index]) return false
  return true
}

/** Returns the element whose texts contain a byte, searched from an element at or before it. */
function elementAt(starts: Uint32Array, from: number, at: number): number {
  let step = 1
  let low = from
  while ((starts[low + step] ?? Infinity) <= at) {
    low += step
    step *= 2
  }
  let high = Math.min(low + step, starts.length)
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if ((starts[middle] ?? 0) <= at) low = middle
    else high = middle
  }
  return low
}

const letterOrDigit = /[\p{L}\p{N}]/u

/** Returns the place of a match: what stands before it decides. */
function placeAt(texts: Buffer, at: number): WordPlace {
  const before = texts[at - 1] ?? elementMark
  if (before === elementMark) return 'start'
  if (before === fieldMark) return 'wordStart'
  if (before < 0x80)
    return (before >= 0x61 && before <= 0x7a) || (before >= 0x30 && before <= 0x39) ? 'inside' : 'wordStart'
  let start = at - 1
  while (((texts[start] ?? 0) & 0xc0) === 0x80) start -= 1
  // As in `beginsAt`: a character of two UTF-16 units is no letter.
  const isLetter = at - start < 4 && letterOrDigit.test(texts.toString('utf8', start, at))
  return isLetter ? 'inside' : 'wordStart'
}

/** Returns the rank sum of an element that is not packed; `none` if it lacks a word. */
function rankOf({ texts, parentId }: Element, sought: readonly Sought[]): number {
  const folded = itemIndexedFields.map((field) => fold(texts[field]))
  let sum = 0
  for (const { word, paths } of sought) {
    let rank = paths?.(parentId) ?? noRank
    for (const [field, text] of folded.entries()) {
      const place = placeOf(text, word)
      if (place !== null) rank = Math.min(rank, ranks[place][field] ?? noRank)
    }
    if (rank === noRank) return none
    sum += rank
  }
  return sum
}

/** A folder of the chest as it is now; a packed one has its position. */
type Folder = { readonly parentId: number | null; readonly folded: string; readonly name: string | number }
type Folders = ReadonlyMap<number, Folder>

function foldersOf(chest: PackedChest, changes: readonly Change[]): Folders {
  const { texts } = chest
  const { folderAt, textStarts } = chest.columns
  const folders = new Map<number, Folder>()
  for (const position of folderAt) {
    const folded = texts.toString('utf8', textStarts[position] ?? 0, chest.nameEnd(position))
    folders.set(chest.idAt(position), { parentId: chest.parentAt(position), folded, name: position })
  }
  for (const { table, id, element } of changes) {
    if (table !== 'folders') continue
    if (!element) folders.delete(id)
    else {
      const { name } = element.texts
      folders.set(id, { parentId: element.parentId, folded: fold(name), name })
    }
  }
  return folders
}

function pathTo(folders: Folders, chest: PackedChest, parentId: number | null): string[] {
  const path: string[] = []
  // The limit ends the walk if a folder ever contains itself.
  for (let id = parentId; id !== null && path.length < 1000;) {
    const folder = folders.get(id)
    if (!folder) break
    path.push(typeof folder.name === 'string' ? folder.name : chest.nameAt(folder.name))
    id = folder.parentId
  }
  return path.toReversed()
}

/** Ranks a word in the names of a folder and its ancestors; `noRank` for the root and if none contains it. */
type PathRanks = (folderId: number | null) => number

/** Returns the ranks of a word in the paths of folders; null if no folder's name contains it. */
function ranksOfPaths(folders: Folders, word: string): PathRanks | null {
  const named = new Map<number, number>()
  for (const [id, { folded }] of folders) {
    const place = placeOf(folded, word)
    if (place !== null) named.set(id, pathRank[place])
  }
  if (named.size === 0) return null
  const known = new Map<number, number>()
  const rankOfPath: PathRanks = (folderId) => {
    if (folderId === null) return noRank
    const before = known.get(folderId)
    if (before !== undefined) return before
    // Set before the recursion, in case a folder ever contains itself.
    known.set(folderId, noRank)
    const above = rankOfPath(folders.get(folderId)?.parentId ?? null)
    const rank = Math.min(named.get(folderId) ?? noRank, above)
    known.set(folderId, rank)
    return rank
  }
  return rankOfPath
}

/** An element that may be among the best: its position in its packed chest, or itself. */
type Candidate = {
  readonly rank: number
  readonly name: string
  readonly id: number
  readonly chestId: number
  readonly from: number | Element
}
type Settled = Pick<Match, 'element' | 'path'>

/** Collects the best elements: by rank, then the shorter name, then French order. */
function createBest(most: number) {
  const { compare } = frenchCollator()
  const order = (one: Candidate, other: Candidate): number =>
    one.rank - other.rank ||
    one.name.length - other.name.length ||
    compare(one.name, other.name) ||
    one.id - other.id
  const kept: { readonly candidate: Candidate; settled: Settled | null }[] = []
  const worst = (): Candidate | undefined => (kept.length < most ? undefined : kept.at(-1)?.candidate)
  return {
    /** Returns the greatest rank with which an element whose name has this length may enter. */
    mostRank(nameLength: number): number {
      const last = worst()
      if (!last) return none
      return nameLength <= last.name.length ? last.rank : last.rank - 1
    },
    /** @returns whether the element entered */
    offer(candidate: Candidate): boolean {
      const last = worst()
      if (last && order(candidate, last) >= 0) return false
      let [low, high] = [0, kept.length]
      while (low < high) {
        const middle = (low + high) >>> 1
        const there = kept[middle]
        if (there && order(there.candidate, candidate) < 0) low = middle + 1
        else high = middle
      }
      if (last) kept.pop()
      kept.splice(low, 0, { candidate, settled: null })
      return true
    },
    /** Completes the elements that entered since the last call; nothing else of their chest is stored. */
    settle(settledOf: (from: number | Element) => Settled): void {
      for (const one of kept) one.settled ??= settledOf(one.candidate.from)
    },
    all: (): Match[] =>
      kept.flatMap(({ candidate: { chestId }, settled }) => (settled ? [{ chestId, ...settled }] : [])),
  }
}

/** As many as a search ever returns of one kind. */
const mostOfChest = searchLimits.elements

/**
 * Collects the positions of one chest's best elements. They are chosen by numbers alone, since a chest's names
 * are in French order already: no name is decoded but theirs.
 */
function createChosen() {
  const kept: { key: number; rank: number; position: number }[] = []
  let [worst, worstRank, worstLength] = [Infinity, none, Infinity]
  return {
    /** As that of the best elements. */
    mostRank: (nameLength: number): number => (nameLength <= worstLength ? worstRank : worstRank - 1),
    add(rank: number, length: number, order: number, position: number): void {
      // At most 53 bits: 11 for the rank sum, 16 for the length, 26 for the order.
      const key = (rank * 0x1_0000 + length) * 0x400_0000 + order
      if (key >= worst) return
      let [low, high] = [0, kept.length]
      while (low < high) {
        const middle = (low + high) >>> 1
        if ((kept[middle]?.key ?? 0) < key) low = middle + 1
        else high = middle
      }
      kept.splice(low, 0, { key, rank, position })
      if (kept.length > mostOfChest) kept.pop()
      const last = kept.length < mostOfChest ? undefined : kept.at(-1)
      if (!last) return
      worst = last.key
      worstRank = last.rank
      worstLength = Math.floor(last.key / 0x400_0000) % 0x1_0000
    },
    all: () => kept,
  }
}
