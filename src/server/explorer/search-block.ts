import { fold } from '#domain/folding.ts'
import { beginsAt, placeOf, wordRank, type WordPlace } from '#domain/search.ts'
import { isFolder, type IndexedElement } from './chest-index.ts'

/** No rank: the word is not in the element. */
export const unfound = 255

/** Ends each field; no word holds it. */
const end = '\n'
/** The fields that stand in the second text, from the login on. */
const laterFields = 3

/**
 * The texts of some elements of a chest, folded, one after the other, so that a word is looked for in all of them at
 * once. Names stand apart: they tell most, are a fifth of the whole, and often nothing else need be looked through.
 */
export type SearchBlock = {
  readonly elements: readonly IndexedElement[]
  /** The first so many elements are folders. */
  readonly folders: number
  readonly names: string
  /** Where each element's name begins, and where the last one ends. */
  readonly nameStarts: Uint32Array
  /** Login, address and description of each. */
  readonly later: string
  /** Where each of these begins, three for each element, and where the last one ends. */
  readonly laterStarts: Uint32Array
}

/** @param elements folders first */
export function blockOf(elements: readonly IndexedElement[]): SearchBlock {
  const names: string[] = []
  const later: string[] = []
  const nameStarts = new Uint32Array(elements.length + 1)
  const laterStarts = new Uint32Array(elements.length * laterFields + 1)
  let [nameAt, laterAt, folders] = [0, 0, 0]
  for (const [index, element] of elements.entries()) {
    const name = fold(element.name) + end
    names.push(name)
    nameStarts[index + 1] = nameAt += name.length
    const [login, address] = isFolder(element) ? ['', ''] : [element.login, element.address]
    if (isFolder(element)) folders += 1
    for (const [field, text] of [login, address, element.description].entries()) {
      const folded = fold(text) + end
      later.push(folded)
      laterStarts[index * laterFields + field + 1] = laterAt += folded.length
    }
  }
  return { elements, folders, names: names.join(''), nameStarts, later: later.join(''), laterStarts }
}

/** About how much memory a block holds, in bytes. */
export const bytesOfBlock = ({ elements, names, later }: SearchBlock): number =>
  names.length + later.length + 24 * elements.length

const nameField = 0
const started = wordRank(nameField, 'start')
const ranks = (['wordStart', 'inside'] as const).map((place) =>
  Array.from({ length: laterFields + 1 }, (_, field) => wordRank(field, place)),
)
const [wordStarts = [], insides = []] = ranks

/**
 * Puts the rank of a word in each element's name into `found`, where it is better than what stands there.
 * @param folders of the folders alone, which come first
 */
export function rankNames(
  { names, nameStarts, ...block }: SearchBlock,
  word: string,
  found: Uint8Array,
  { folders = false } = {},
): void {
  const text = folders ? names.slice(0, nameStarts[block.folders]) : names
  let element = 0
  for (let at = text.indexOf(word); at >= 0;) {
    while ((nameStarts[element + 1] ?? 0) <= at) element += 1
    const begin = nameStarts[element] ?? 0
    const rank = at === begin ? started : beginsAt(text, at) ? (wordStarts[0] ?? 0) : (insides[0] ?? 0)
    if (rank < (found[element] ?? 0)) found[element] = rank
    // Inside a word: it may begin another one of the same name.
    at = text.indexOf(word, rank === insides[0] ? at + 1 : nameStarts[element + 1])
  }
}

/** The same in logins, addresses and descriptions. */
export function rankLater({ later, laterStarts }: SearchBlock, word: string, found: Uint8Array): void {
  let field = 0
  for (let at = later.indexOf(word); at >= 0;) {
    while ((laterStarts[field + 1] ?? 0) <= at) field += 1
    const element = Math.floor(field / laterFields)
    const kind = (field % laterFields) + 1
    const begins = at === laterStarts[field] || beginsAt(later, at)
    const rank = (begins ? wordStarts[kind] : insides[kind]) ?? unfound
    if (rank < (found[element] ?? 0)) found[element] = rank
    // What begins a word in an earlier field is better than all that follows in this element.
    at = later.indexOf(word, begins ? laterStarts[(element + 1) * laterFields] : at + 1)
  }
}

/** The rank of a word in one element, its path aside; `unfound` when it is in none of its fields. */
export function rankIn({ names, nameStarts, ...block }: SearchBlock, element: number, word: string): number {
  const inName = placeOf(names.slice(nameStarts[element], nameStarts[element + 1]), word)
  if (inName === 'start' || inName === 'wordStart') return wordRank(nameField, inName)
  let best = inName === null ? unfound : wordRank(nameField, inName)
  const { later, laterStarts } = block
  const from = element * laterFields
  if (!later.slice(laterStarts[from], laterStarts[from + laterFields]).includes(word)) return best
  for (let field = 0; field < laterFields; field += 1) {
    const text = later.slice(laterStarts[from + field], laterStarts[from + field + 1])
    const place: WordPlace | null = placeOf(text, word)
    if (place) best = Math.min(best, wordRank(field + 1, place))
  }
  return best
}
