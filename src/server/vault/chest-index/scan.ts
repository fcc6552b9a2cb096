import { fold } from '#domain/platform/folding.ts'
import { searchLimits } from '#domain/platform/limits.ts'
import { indexedTexts } from '#domain/vault/item-fields.ts'
import { placeOf, searchedFields, wordRank, type WordPlace } from '#domain/vault/search.ts'
import type { ElementTable } from '#server/vault/contents/places.ts'
import { createBest, createChosen, noRankSum, type Bests, type Match, type Settled } from './best-matches.ts'
import type { Change, Element } from './element.ts'
import type { PackedChest } from './packed-chest.ts'
import { textMark } from './packed-layout.ts'

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
const places = ['start', 'wordStart', 'inside'] as const satisfies readonly WordPlace[]
/** The rank of a match by its place and field. */
const ranks = Object.fromEntries(
  places.map((place) => [
    place,
    indexedTexts.map((field) => {
      const searched = searchedFields.findIndex((one) => one === field)
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

/** The best rank of a match in each field but for the start of the name, which is 0; it grows from field to field. */
const bestOfField = ranks.wordStart
/** The best rank of a match in each field or a later one. */
const bestFrom = [...bestOfField, noRank].map((_, field, all) => (field ? Math.min(...all.slice(field)) : 0))

/** A word, and its ranks in the elements of a chest. */
type Sought = {
  readonly word: string
  readonly bytes: Buffer
  /** Its rank at each position, or a worse one where that cannot enter the results; at least as many as elements. */
  ranks: Uint8Array
  /** Its best rank so far in the chest. */
  best: number
  /** The best rank that it may still have. */
  possible: number
}

/** @param most the maximum number of folders and items together */
export function createScan(words: readonly string[], most: number = searchLimits.elements): Scan {
  const sought = words.map((word): Sought => ({
    word,
    bytes: Buffer.from(word),
    ranks: new Uint8Array(0),
    best: noRank,
    possible: 0,
  }))
  const best = { folders: createBest(most), items: createBest(most) }

  return {
    add(chestId, chest, changes) {
      const changed = new Set(changes.map(({ table, id }) => chest.find(table, id)))
      const folders = foldersOf(chest, changes)
      const paths = sought.map(({ word }) => ranksOfPaths(folders, word))
      const chosen = { folders: createChosen(most), items: createChosen(most) }
      if (rankAll(chest, sought, paths, best)) {
        const { nameLengths, orders } = chest.columns
        for (let position = 0; position < chest.size; position += 1) {
          const rank = sumAt(sought, position)
          if (rank >= noRankSum || changed.has(position)) continue
          const table = chest.isFolder(position) ? 'folders' : 'items'
          const length = nameLengths[position] ?? 0
          if (rank <= best[table].mostRank(length))
            chosen[table].add(rank, length, orders[position] ?? 0, position)
        }
      }
      for (const table of ['folders', 'items'] as const) {
        for (const { rank, position } of chosen[table].all()) {
          const [id, name] = [chest.idAt(position), chest.nameAt(position)]
          // Those that follow rank lower.
          if (!best[table].offer({ rank, name, id, chestId, from: position })) break
        }
      }
      for (const { element } of changes) {
        if (!element) continue
        const rank = rankOf(element, sought, paths)
        if (rank < noRankSum)
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

/**
 * Ranks each word in all elements of a chest, field by field. A word is not looked for in a field where no
 * match could enter the results.
 * @returns whether each word was found
 */
function rankAll(
  chest: PackedChest,
  sought: readonly Sought[],
  paths: readonly (PathRanks | null)[],
  best: Bests,
): boolean {
  const { folderAt } = chest.columns
  const most = mostRanks(chest, best)
  for (const [index, one] of sought.entries()) rankPaths(chest, one, paths[index] ?? null)
  // A word that the chest lacks is found out before the others are ranked.
  const isAbsent = (one: Sought): boolean => one.best === noRank && chest.texts.indexOf(one.bytes) < 0
  if (sought.length > 1 && sought.some(isAbsent)) return false
  for (const [field, bestHere] of bestOfField.entries()) {
    if (bestHere === noRank || field >= chest.fieldCount) continue
    for (const one of sought) {
      let sum = field === 0 ? 0 : bestHere
      for (const other of sought) if (other !== one) sum += other.possible
      if (sum <= most.items) rankField(chest, one, field)
      else if (sum <= most.folders)
        for (const position of folderAt) rankField(chest, one, field, position, position + 1)
      one.possible = Math.min(one.best, bestFrom[field + 1] ?? noRank)
    }
  }
  return sought.every((one) => one.best < noRank)
}

/** Returns the greatest rank with which a folder, and an item, of a chest may enter the results. */
function mostRanks({ columns: { nameLengths } }: PackedChest, best: Bests): Record<ElementTable, number> {
  let shortest = Infinity
  for (let position = 0; position < nameLengths.length; position += 1)
    shortest = Math.min(shortest, nameLengths[position] ?? 0)
  return { folders: best.folders.mostRank(shortest), items: best.items.mostRank(shortest) }
}

/** Begins the ranks of a word with those in the path of each element. */
function rankPaths(chest: PackedChest, one: Sought, paths: PathRanks | null): void {
  if (one.ranks.length < chest.size) one.ranks = new Uint8Array(chest.size)
  one.ranks.fill(noRank, 0, chest.size)
  one.best = noRank
  one.possible = 0
  if (!paths) return
  const { folderAt, groupStarts } = chest.columns
  for (const [group, position] of folderAt.entries()) {
    const rank = paths(chest.idAt(position))
    one.ranks.fill(rank, groupStarts[group + 1], groupStarts[group + 2])
    one.best = Math.min(one.best, rank)
  }
}

/** Ranks a word in one field of elements that follow each other, as do their texts. */
function rankField(chest: PackedChest, one: Sought, field: number, from = 0, to = chest.size): void {
  const { bytes, ranks: known } = one
  const {
    texts,
    columns: { textStarts },
  } = chest
  const first = field * chest.size
  const [firstByte] = bytes
  const ranksHere = { start: noRank, wordStart: noRank, inside: noRank }
  for (const place of places) ranksHere[place] = ranks[place][field] ?? noRank
  const start = textStarts[first + from] ?? 0
  let following: Buffer | null = null
  // After a text without a match the next one is looked for in all that follow at once, which finds rare words fast.
  let isDense = true
  for (let position = from; position < to; position += 1) {
    if (!isDense) {
      following ??= texts.subarray(start, textStarts[first + to])
      const at = following.indexOf(bytes, (textStarts[first + position] ?? 0) - start)
      if (at < 0) return
      position = textAt(textStarts, first + position, start + at) - first
    }
    isDense = false
    const textEnd = (textStarts[first + position + 1] ?? 0) - 1
    let isInside = false
    for (let at = textStarts[first + position] ?? 0; at < textEnd; at += 1) {
      if (texts[at] !== firstByte) continue
      // Only after a match inside a word can a later one be better, and only at the start of one.
      if (isInside && isInWord[texts[at - 1] ?? textMark] === 1) continue
      if (!startsAt(texts, bytes, at)) continue
      isDense = true
      const place = placeAt(texts, at)
      const rank = ranksHere[place]
      if (rank < (known[position] ?? noRank)) known[position] = rank
      if (rank < one.best) one.best = rank
      if (place !== 'inside') break
      isInside = true
    }
  }
}

/** The letters and digits of ASCII, in lower case as folded texts are: 1 at each. */
const isInWord = Uint8Array.from({ length: 256 }, (_, byte) =>
  (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x30 && byte <= 0x39) ? 1 : 0,
)

/** Whether a word stands at a byte: a call for each position would take longer than this comparison. */
function startsAt(texts: Buffer, word: Buffer, at: number): boolean {
  for (let index = 1; index < word.length; index += 1) if (texts[at + index] !== word[index]) return false
  return true
}

/** Returns the index of the text that contains a byte, searched from a text at or before it. */
function textAt(starts: Uint32Array, from: number, at: number): number {
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

/** Returns the rank sum of an element; `noRankSum` if it lacks a word. */
function sumAt(sought: readonly Sought[], position: number): number {
  let sum = 0
  for (const { ranks: known } of sought) {
    const rank = known[position] ?? noRank
    if (rank === noRank) return noRankSum
    sum += rank
  }
  return sum
}

const letterOrDigit = /[\p{L}\p{N}]/u

/** Returns the place of a match: what stands before it decides. */
function placeAt(texts: Buffer, at: number): WordPlace {
  const before = texts[at - 1] ?? textMark
  if (before === textMark) return 'start'
  if (before < 0x80) return isInWord[before] === 1 ? 'inside' : 'wordStart'
  let start = at - 1
  while (((texts[start] ?? 0) & 0xc0) === 0x80) start -= 1
  // As in `beginsAt`: a character of two UTF-16 units is no letter.
  const isLetter = at - start < 4 && letterOrDigit.test(texts.toString('utf8', start, at))
  return isLetter ? 'inside' : 'wordStart'
}

/** Returns the rank sum of an element that is not packed; `noRankSum` if it lacks a word. */
function rankOf(
  { texts, parentId }: Element,
  sought: readonly Sought[],
  paths: readonly (PathRanks | null)[],
): number {
  const folded = indexedTexts.map((field) => fold(texts[field]))
  let sum = 0
  for (const [index, { word }] of sought.entries()) {
    let rank = paths[index]?.(parentId) ?? noRank
    for (const [field, text] of folded.entries()) {
      const place = placeOf(text, word)
      if (place !== null) rank = Math.min(rank, ranks[place][field] ?? noRank)
    }
    if (rank === noRank) return noRankSum
    sum += rank
  }
  return sum
}

/** A folder of the chest as it is now; a packed one has its position. */
type Folder = { readonly parentId: number | null; readonly folded: string; readonly name: string | number }
type Folders = ReadonlyMap<number, Folder>

function foldersOf(chest: PackedChest, changes: readonly Change[]): Folders {
  const folders = new Map<number, Folder>()
  for (const position of chest.columns.folderAt) {
    const folded = chest.foldedNameAt(position)
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
