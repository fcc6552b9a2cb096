import { fold } from '#domain/platform/folding.ts'
import { itemSearchedFields } from '#domain/vault/item-fields.ts'
import { beginsAt, searchedFields, wordRank } from '#domain/vault/search.ts'
import type { Yielder } from '#server/vault/contents/yielder.ts'
import { bytesOfText, containerOf, isFolder, type IndexedElement } from './chest-index.ts'

/** No rank: the element does not contain the word. */
export const noRank = 255

/**
 * The folded words of some elements of a chest, each stored once with its uses. A few thousand elements
 * repeat their words: a search reads a fifth of their text, and matches all elements in one pass.
 */
export type SearchBlock = {
  readonly elements: readonly IndexedElement[]
  /** How many of the elements are folders; they come first. */
  readonly folders: number
  /**
   * The folder of each element, 0 for the root, and the length of its name, at most 255. They save reading
   * the elements.
   */
  readonly containers: Float64Array
  readonly nameLengths: Uint8Array
  /** The words, each followed by a line break. */
  readonly words: string
  /** The start of each word, and the end of the last one. */
  readonly wordStarts: Uint32Array
  /** The start of each word's uses in `uses`, and the end of the last ones. */
  readonly useStarts: Uint32Array
  /** The elements that contain a word, and in which field: `element * kinds + kind`. */
  readonly uses: Uint16Array
}

/** Kinds of use: at the start of the name, elsewhere in the name, in another field. */
const kinds = 1 + itemSearchedFields.length
const nameStart = 0
const kindOfField = (field: number): number => field + 1

/** The most elements in a block: a use of the last one must fit into 16 bits. */
export const longestBlock = 4_000
/** Beyond so many letters a block is full: while it is built, each different word takes 250 bytes. */
const mostLetters = 512 * 1024

const name = searchedFields.indexOf('name')
/** The rank by kind of use, for a match at the start of a word, at a word boundary inside it, elsewhere. */
const ranks = (['start', 'wordStart', 'inside'] as const).map((place) =>
  Uint8Array.from({ length: kinds }, (_, kind) =>
    kind === nameStart ? wordRank(name, place) : wordRank(kind - 1, place === 'inside' ? place : 'wordStart'),
  ),
)
const [atStart, atWordStart, inside] = ranks as [Uint8Array, Uint8Array, Uint8Array]

/** Yields blocks of elements, of which folders come first; it yields to other requests. */
export async function* blocksOf(
  elements: Iterable<IndexedElement>,
  yielder: Yielder,
): AsyncGenerator<SearchBlock> {
  let maker = createBlockMaker()
  for (const element of elements) {
    if (maker.isFull()) {
      yield maker.block()
      maker = createBlockMaker()
    }
    const letters = maker.add(element)
    const pause = yielder.step(1 + (letters >>> 8))
    if (pause) await pause
  }
  if (!maker.isEmpty()) yield maker.block()
}

function createBlockMaker() {
  const elements: IndexedElement[] = []
  const { words, wordsIn } = createWords()
  let folders = 0
  let letters = 0

  const addField = (element: number, field: number, text: string): void => {
    if (text === '') return
    letters += text.length
    let kind = field === name ? nameStart : kindOfField(field)
    // Other blanks are rare, and splitting by a regular expression takes several times as long.
    for (const raw of otherBlank.test(text) ? text.split(/\s+/u) : text.split(' ')) {
      if (raw === '') {
        kind = kindOfField(field)
        continue
      }
      for (const { word, uses } of wordsIn(raw)) {
        const use = element * kinds + kind
        // A word that occurs twice in a field is one use.
        if (word !== '' && uses.at(-1) !== use) uses.push(use)
        // Only the very first word starts the name, not one after a blank.
        kind = kindOfField(field)
      }
    }
  }
  return {
    isEmpty: (): boolean => elements.length === 0,
    isFull: (): boolean => elements.length === longestBlock || letters >= mostLetters,
    /** @returns the number of its letters */
    add(element: IndexedElement): number {
      const before = letters
      const index = elements.push(element) - 1
      if (isFolder(element)) folders += 1
      const isOfFolder = isFolder(element)
      for (const [field, text] of itemSearchedFields.entries()) {
        if (!isOfFolder) addField(index, field, element[text])
        else if (text === 'name' || text === 'description') addField(index, field, element[text])
      }
      return letters - before
    },
    block: (): SearchBlock => ({
      elements,
      folders,
      containers: Float64Array.from(elements, (element) => containerOf(element) ?? 0),
      nameLengths: Uint8Array.from(elements, (element) => Math.min(element.name.length, 255)),
      ...packed(words()),
    }),
  }
}

const otherBlank = /[^\S ]/u

/** A folded word and its uses so far. */
type Word = { readonly word: string; readonly uses: number[] }

/** Collects the words of a block, each once; `wordsIn` folds the text between blanks, each text once. */
function createWords(): {
  readonly words: () => Word[]
  readonly wordsIn: (raw: string) => readonly Word[]
} {
  const known = new Map<string, Word>()
  const foldedOf = new Map<string, readonly Word[]>()
  const wordOf = (word: string): Word => {
    const before = known.get(word)
    if (before) return before
    const made = { word, uses: [] }
    known.set(word, made)
    return made
  }
  return {
    words: () => [...known.values()].filter(({ uses }) => uses.length > 0),
    wordsIn(raw) {
      const before = foldedOf.get(raw)
      if (before) return before
      const folded = fold(raw)
      // Some characters fold to a blank and a mark, which gives several words.
      const words = /\s/u.test(folded) ? folded.split(/\s+/u).map(wordOf) : [wordOf(folded)]
      foldedOf.set(raw, words)
      return words
    },
  }
}

function packed(words: readonly Word[]) {
  const wordStarts = new Uint32Array(words.length + 1)
  const useStarts = new Uint32Array(words.length + 1)
  let [letters, count] = [0, 0]
  for (const [at, { word, uses }] of words.entries()) {
    wordStarts[at + 1] = letters += word.length + 1
    useStarts[at + 1] = count += uses.length
  }
  const all = new Uint16Array(count)
  let at = 0
  for (const { uses } of words) for (const use of uses) all[at++] = use
  return { words: words.map(({ word }) => `${word}\n`).join(''), wordStarts, useStarts, uses: all }
}

/** The estimated size of a chest's blocks before they are built, as a share of its index. */
export const wordsShare = 0.25

/** Estimates the memory of a block, in bytes. */
export const bytesOfBlock = ({ elements, words, wordStarts, uses }: SearchBlock): number =>
  bytesOfText(words) + 8 * wordStarts.length + 2 * uses.length + 17 * elements.length

/**
 * Ranks a word in the elements of a block.
 * @param found the rank of each element, lowered where it contains the word; initially `noRank`
 * @param named if given, the same for the folders, by their names only
 */
export function rankWord(block: SearchBlock, word: string, found: Uint8Array, named?: Uint8Array): void {
  const { words, wordStarts } = block
  let at = words.indexOf(word)
  for (let index = 0; at >= 0;) {
    while ((wordStarts[index + 1] ?? 0) <= at) index += 1
    const end = wordStarts[index + 1] ?? 0
    const place = bestPlace(words, wordStarts[index] ?? 0, end, at, word)
    rankUses(block, index, place, found, named)
    at = words.indexOf(word, end)
  }
}

/** Returns the ranks for the best match inside a word of the block, whose first match is at `first`. */
function bestPlace(words: string, begin: number, end: number, first: number, word: string): Uint8Array {
  if (first === begin) return atStart
  for (let at = first; at >= 0 && at < end; at = words.indexOf(word, at + 1))
    if (beginsAt(words, at)) return atWordStart
  return inside
}

function rankUses(
  { uses, useStarts, folders }: SearchBlock,
  index: number,
  place: Uint8Array,
  found: Uint8Array,
  named?: Uint8Array,
): void {
  const end = useStarts[index + 1] ?? 0
  for (let at = useStarts[index] ?? 0; at < end; at += 1) {
    const used = uses[at] ?? 0
    const element = (used / kinds) | 0
    const kind = used - element * kinds
    const rank = place[kind] ?? noRank
    if (rank < (found[element] ?? 0)) found[element] = rank
    if (named && element < folders && kind <= kindOfField(name) && rank < (named[element] ?? 0))
      named[element] = rank
  }
}
