import { fold } from '#domain/folding.ts'
import { beginsAt, searchedFields, wordRank } from '#domain/search.ts'
import { containerOf, isFolder, type IndexedElement } from './chest-index.ts'

/** No rank: the word is not in the element. */
export const unfound = 255

/**
 * The words of some elements of a chest, folded, each once, and where each stands. A few thousand elements have the
 * same words again and again: what is looked for is found in a fifth of their text, and with all the elements at once.
 */
export type SearchBlock = {
  readonly elements: readonly IndexedElement[]
  /** The first so many elements are folders. */
  readonly folders: number
  /** The folder that each stands in, 0 for the root; and how long its name is, at most 255: read in place of the elements. */
  readonly containers: Float64Array
  readonly nameLengths: Uint8Array
  /** The words, each ended by a line break. */
  readonly words: string
  /** Where each word begins, and where the last one ends. */
  readonly wordStarts: Uint32Array
  /** Where the uses of each word begin in `uses`, and where the last ones end. */
  readonly useStarts: Uint32Array
  /** Elements that have a word, and in what: `element * kinds + kind`. */
  readonly uses: Uint16Array
}

/** How a word is used: it begins the name, it stands elsewhere in it, it stands in another field. */
const kinds = 5
const nameStart = 0
const kindOfField = (field: number): number => field + 1

/** The most that a block may hold: a use of the last one must fit into sixteen bits. */
export const longestBlock = 4_000

const name = searchedFields.indexOf('name')
/** The rank by kind of use, for a word that is found at its beginning, at another place where one begins, inside. */
const ranks = (['start', 'wordStart', 'inside'] as const).map((place) =>
  Uint8Array.from({ length: kinds }, (_, kind) =>
    kind === nameStart ? wordRank(name, place) : wordRank(kind - 1, place === 'inside' ? place : 'wordStart'),
  ),
)
const [atStart, atWordStart, inside] = ranks as [Uint8Array, Uint8Array, Uint8Array]

/** Takes elements one by one, folders first, `longestBlock` at most. */
export type BlockMaker = { add(element: IndexedElement): void; block(): SearchBlock }

export function createBlockMaker(): BlockMaker {
  const elements: IndexedElement[] = []
  const usesOf = new Map<string, number[]>()
  const foldedOf = createFolder()
  let folders = 0

  const use = (word: string, at: number): void => {
    const uses = usesOf.get(word)
    // A word that stands twice in a field is one use.
    if (!uses) usesOf.set(word, [at])
    else if (uses.at(-1) !== at) uses.push(at)
  }
  const addField = (element: number, field: number, text: string): void => {
    if (text === '') return
    let kind = field === name ? nameStart : kindOfField(field)
    for (const raw of text.split(/\s+/u)) {
      for (const word of foldedOf(raw)) {
        if (word !== '') use(word, element * kinds + kind)
        // Only what stands at the very beginning begins the name, not what follows a blank.
        kind = kindOfField(field)
      }
    }
  }
  return {
    add(element) {
      const index = elements.push(element) - 1
      if (isFolder(element)) folders += 1
      addField(index, 0, element.name)
      if (!isFolder(element)) {
        addField(index, 1, element.login)
        addField(index, 2, element.address)
      }
      addField(index, 3, element.description)
    },
    block: () => ({
      elements,
      folders,
      containers: Float64Array.from(elements, (element) => containerOf(element) ?? 0),
      nameLengths: Uint8Array.from(elements, (element) => Math.min(element.name.length, 255)),
      ...packed(usesOf),
    }),
  }
}

/** Folds what stands between blanks, which may fall into several words: some signs are folded to a blank and a mark. */
function createFolder(): (raw: string) => readonly string[] {
  const known = new Map<string, readonly string[]>()
  return (raw) => {
    const before = known.get(raw)
    if (before) return before
    const words = fold(raw).split(/\s+/u)
    known.set(raw, words)
    return words
  }
}

function packed(usesOf: ReadonlyMap<string, readonly number[]>) {
  const wordStarts = new Uint32Array(usesOf.size + 1)
  const useStarts = new Uint32Array(usesOf.size + 1)
  let [at, letters, uses] = [0, 0, 0]
  for (const [word, those] of usesOf) {
    at += 1
    wordStarts[at] = letters += word.length + 1
    useStarts[at] = uses += those.length
  }
  const all = new Uint16Array(uses)
  at = 0
  for (const those of usesOf.values()) all.set(those, useStarts[at++])
  const words = [...usesOf.keys()].map((word) => `${word}\n`).join('')
  return { words, wordStarts, useStarts, uses: all }
}

/** About how much memory a block holds, in bytes. */
export const bytesOfBlock = ({ elements, words, wordStarts, uses }: SearchBlock): number =>
  words.length + 8 * wordStarts.length + 2 * uses.length + 17 * elements.length

/**
 * Ranks a word in the elements of a block.
 * @param found the rank of each element, made lower where the word stands in it; filled with `unfound` at first
 * @param named the same for the folders, by their names alone
 */
export function rankWord(block: SearchBlock, word: string, found: Uint8Array, named: Uint8Array): void {
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

/** The ranks by the best place of what is looked for in a word of the block, where it stands first at `at`. */
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
  named: Uint8Array,
): void {
  const end = useStarts[index + 1] ?? 0
  for (let at = useStarts[index] ?? 0; at < end; at += 1) {
    const used = uses[at] ?? 0
    const element = (used / kinds) | 0
    const kind = used - element * kinds
    const rank = place[kind] ?? unfound
    if (rank < (found[element] ?? 0)) found[element] = rank
    if (element < folders && kind <= kindOfField(name) && rank < (named[element] ?? 0)) named[element] = rank
  }
}
