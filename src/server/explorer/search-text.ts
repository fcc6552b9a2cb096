import type { Breather } from '../elements/breather.ts'
import { containerOf, isFolder, type ChestIndex, type IndexedElement } from './chest-index.ts'
import { bytesOfBlock, createBlockMaker, longestBlock, type SearchBlock } from './search-block.ts'

/** Beyond so many elements that came, or that went and are a tenth of the whole, the blocks are made anew. */
const mostChanges = 1_000

/** A chest as it is looked through. */
export type SearchedChest = {
  readonly index: ChestIndex
  readonly blocks: readonly SearchBlock[]
  /** Elements of the blocks that are in the chest no more. */
  readonly gone: ReadonlySet<IndexedElement>
}

/** A chest's index made ready for searching: its texts folded once, and those of what changes since besides. */
class SearchText {
  readonly #index: ChestIndex
  #blocks: SearchBlock[] = []
  #bytes = 0
  /** What came since the blocks were made, and what of them is no longer there. */
  #fresh = new Set<IndexedElement>()
  #gone = new Set<IndexedElement>()
  #freshBlock: SearchBlock | null = null
  #making: Promise<void> | null = null
  #isMade = false

  /** Follows the index from now on; its words are made at the first reading. */
  constructor(index: ChestIndex) {
    this.#index = index
    index.follower = {
      came: (element) => {
        this.#fresh.add(element)
        this.#freshBlock = null
      },
      went: (element) => {
        if (this.#fresh.delete(element)) this.#freshBlock = null
        else this.#gone.add(element)
      },
    }
  }

  /** All that is in the chest now. */
  async read(breather: Breather): Promise<SearchedChest> {
    while (this.#isOutdated()) {
      this.#making ??= this.#make(breather).finally(() => (this.#making = null))
      await this.#making
    }
    if (this.#fresh.size > 0) this.#freshBlock ??= blockOf(inOrder(this.#fresh))
    return {
      index: this.#index,
      blocks: this.#freshBlock ? [...this.#blocks, this.#freshBlock] : this.#blocks,
      gone: this.#gone,
    }
  }

  #isOutdated(): boolean {
    if (!this.#isMade) return true
    const { folders, items } = this.#index
    const gone = this.#gone.size
    return this.#fresh.size > mostChanges || (gone > mostChanges && gone > (folders.size + items.size) / 10)
  }

  async #make(breather: Breather): Promise<void> {
    const elements = this.#index.byContainer()
    // What changes from here on is told of the new blocks. Who reads the old ones has the old sets, too.
    this.#fresh = new Set()
    this.#gone = new Set()
    this.#freshBlock = null
    const blocks: SearchBlock[] = []
    for (let from = 0; from < elements.length; from += longestBlock) {
      const maker = createBlockMaker()
      for (const element of elements.slice(from, from + longestBlock)) {
        maker.add(element)
        const pause = breather.step()
        if (pause) await pause
      }
      blocks.push(maker.block())
    }
    const bytes = blocks.reduce((sum, block) => sum + bytesOfBlock(block), 0)
    this.#index.bytes += bytes - this.#bytes
    this.#bytes = bytes
    this.#blocks = blocks
    this.#isMade = true
  }
}

/** As the elements of an index come: those of the same folder follow each other, as they have the same path. */
const inOrder = (elements: Iterable<IndexedElement>): IndexedElement[] =>
  [...elements].toSorted(
    (one, other) =>
      Number(isFolder(other)) - Number(isFolder(one)) || (containerOf(one) ?? 0) - (containerOf(other) ?? 0),
  )

function blockOf(elements: readonly IndexedElement[]): SearchBlock {
  const maker = createBlockMaker()
  for (const element of elements) maker.add(element)
  return maker.block()
}

/** The chests of indexes as they are looked through; each is made at the first search and lives with its index. */
export type SearchTexts = { of(index: ChestIndex, breather: Breather): Promise<SearchedChest> }

export function createSearchTexts(): SearchTexts {
  const texts = new WeakMap<ChestIndex, SearchText>()
  return {
    of(index, breather) {
      const text = texts.get(index) ?? new SearchText(index)
      texts.set(index, text)
      return text.read(breather)
    },
  }
}
