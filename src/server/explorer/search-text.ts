import type { Breather } from '../elements/breather.ts'
import { isFolder, type ChestIndex, type IndexedElement } from './chest-index.ts'
import { blockOf, bytesOfBlock, type SearchBlock } from './search-block.ts'

/** Few enough that folding or looking through one holds nobody up. */
const blockLength = 2_000
/** Beyond so many changes, and a tenth of the whole, the blocks are made anew. */
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
    if (this.#fresh.size > 0) this.#freshBlock ??= blockOf(foldersFirst(this.#fresh))
    return {
      index: this.#index,
      blocks: this.#freshBlock ? [...this.#blocks, this.#freshBlock] : this.#blocks,
      gone: this.#gone,
    }
  }

  #isOutdated(): boolean {
    if (!this.#isMade) return true
    const { folders, items } = this.#index
    const changes = this.#fresh.size + this.#gone.size
    return changes > mostChanges && changes > (folders.size + items.size) / 10
  }

  async #make(breather: Breather): Promise<void> {
    const { folders, items } = this.#index
    const elements = [...folders.values(), ...items.values()]
    // What changes from here on is told of the new blocks. Who reads the old ones has the old sets, too.
    this.#fresh = new Set()
    this.#gone = new Set()
    this.#freshBlock = null
    const blocks: SearchBlock[] = []
    for (let at = 0; at < elements.length; at += blockLength) {
      blocks.push(blockOf(elements.slice(at, at + blockLength)))
      const pause = breather.step(blockLength)
      if (pause) await pause
    }
    const bytes = blocks.reduce((sum, block) => sum + bytesOfBlock(block), 0)
    this.#index.bytes += bytes - this.#bytes
    this.#bytes = bytes
    this.#blocks = blocks
    this.#isMade = true
  }
}

const foldersFirst = (elements: Iterable<IndexedElement>): IndexedElement[] => {
  const all = [...elements]
  return [...all.filter(isFolder), ...all.filter((element) => !isFolder(element))]
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
