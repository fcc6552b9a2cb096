import type { Breather } from '#server/vault/contents/breather.ts'
import {
  bytesOfFolder,
  containerOf,
  isFolder,
  type ChestIndex,
  type IndexChange,
  type IndexedElement,
  type IndexedFolder,
} from './chest-index.ts'
import type { ChestIndexes, IndexedChest } from './chest-indexes.ts'
import { blocksOf, bytesOfBlock, wordsShare, type SearchBlock } from './search-block.ts'

/** Beyond so many elements inserted, or deleted if they are a tenth of the whole, all blocks are made again. */
const mostChanges = 1_000
/** What the folders of a chest may take that is read in passing, in bytes: some 50,000. */
const mostFolderBytes = 16 * 1024 * 1024

/** A chest as a search goes through it. */
export type SearchedChest = {
  readonly folders: ReadonlyMap<number, IndexedFolder>
  /** Blocks that hold the name of every folder. */
  readonly folderBlocks: readonly SearchBlock[]
  /** Blocks of all elements; those that are not in memory are made one by one, and dropped. */
  readonly blocks: Iterable<SearchBlock> | AsyncIterable<SearchBlock>
  /** Elements of the blocks that were deleted since. */
  readonly gone: ReadonlySet<IndexedElement>
}

const nothingGone: ReadonlySet<IndexedElement> = new Set()

/** A chest's index made ready for searching: its texts folded once, and those of what changes since besides. */
class SearchText {
  readonly #index: ChestIndex
  readonly #makeRoom: MakeRoom
  #blocks: readonly SearchBlock[] | null = null
  /** What was inserted since the blocks were made, and what of them was deleted. */
  #fresh = new Set<IndexedElement>()
  #gone = new Set<IndexedElement>()
  #freshBlocks: readonly SearchBlock[] | null = null
  #changes = 0
  #making: Promise<void> | null = null

  constructor(index: ChestIndex, makeRoom: MakeRoom) {
    this.#index = index
    this.#makeRoom = makeRoom
  }

  /** All that is in the chest now. */
  async read(breather: Breather): Promise<SearchedChest> {
    if (this.#isOutdated()) {
      this.#making ??= this.#make(breather).finally(() => (this.#making = null))
      await this.#making
    }
    // Those of the same moment: another search may make all blocks again while this one waits.
    const [made, gone] = [this.#blocks, this.#gone]
    if (!made) return this.#readWithoutKeeping(breather)
    const blocks = this.#fresh.size > 0 ? [...made, ...(await this.#makeFresh(breather))] : made
    const folderBlocks = blocks.filter((block) => block.folders > 0)
    return { folders: this.#index.folders, folderBlocks, blocks, gone }
  }

  #isOutdated(): boolean {
    if (!this.#blocks) return true
    const { folders, items } = this.#index
    const gone = this.#gone.size
    return this.#fresh.size > mostChanges || (gone > mostChanges && gone > (folders.size + items.size) / 10)
  }

  /** Makes the blocks and follows the index from now on; without room for them there are none. */
  async #make(breather: Breather): Promise<void> {
    this.#drop()
    if (!this.#makeRoom(this.#index.bytes * wordsShare)) return
    const { folders, items } = this.#index.byContainer()
    this.#follow()
    const blocks: SearchBlock[] = []
    for (const elements of [folders, items]) {
      for await (const block of blocksOf(elements, breather)) {
        blocks.push(block)
        this.#index.bytes += bytesOfBlock(block)
        if (this.#makeRoom(0)) continue
        this.#index.bytes -= bytesOfAll(blocks)
        this.#index.follower = null
        return
      }
    }
    this.#blocks = blocks
  }

  #drop(): void {
    this.#index.bytes -= bytesOfAll([...(this.#blocks ?? []), ...(this.#freshBlocks ?? [])])
    this.#blocks = null
    this.#freshBlocks = null
  }

  #follow(): void {
    // New sets: a search that goes through the former blocks holds the former ones.
    const [fresh, gone] = [new Set<IndexedElement>(), new Set<IndexedElement>()]
    this.#fresh = fresh
    this.#gone = gone
    this.#index.follower = {
      came: (element) => {
        fresh.add(element)
        this.#dropFresh()
      },
      went: (element) => {
        if (fresh.delete(element)) this.#dropFresh()
        else gone.add(element)
      },
    }
    this.#changes += 1
  }

  #dropFresh(): void {
    this.#changes += 1
    this.#index.bytes -= bytesOfAll(this.#freshBlocks ?? [])
    this.#freshBlocks = null
  }

  async #makeFresh(breather: Breather): Promise<readonly SearchBlock[]> {
    if (this.#freshBlocks) return this.#freshBlocks
    const changes = this.#changes
    const made = await Array.fromAsync(blocksOf(inOrder(this.#fresh), breather))
    // Not those that were made while the chest changed, or while another search made the same.
    if (this.#changes === changes && !this.#freshBlocks) {
      this.#freshBlocks = made
      this.#index.bytes += bytesOfAll(made)
    }
    return made
  }

  async #readWithoutKeeping(breather: Breather): Promise<SearchedChest> {
    const { folders, items } = this.#index.byContainer()
    async function* blocks() {
      yield* blocksOf(folders, breather)
      yield* blocksOf(items, breather)
    }
    return {
      folders: this.#index.folders,
      folderBlocks: await namesOf(folders, breather),
      blocks: blocks(),
      gone: nothingGone,
    }
  }
}

const bytesOfAll = (blocks: readonly SearchBlock[]): number =>
  blocks.reduce((sum, block) => sum + bytesOfBlock(block), 0)

/** Folders first, as they stand first in a block; elements of the same folder together, as they have the same path. */
const inOrder = (elements: Iterable<IndexedElement>): IndexedElement[] =>
  [...elements].toSorted(
    (one, other) =>
      Number(isFolder(other)) - Number(isFolder(one)) || (containerOf(one) ?? 0) - (containerOf(other) ?? 0),
  )

/** A folder by its name alone. */
const named = (folder: IndexedFolder): IndexedFolder => ({ ...folder, description: '', creator: '' })

const namesOf = (folders: Iterable<IndexedFolder>, breather: Breather): Promise<SearchBlock[]> =>
  Array.fromAsync(blocksOf(Iterator.from(folders).map(named), breather))

type MakeRoom = ChestIndexes['makeRoom']

/** Indexes as searches go through them; what is made of each at the first search lives with it, if there is room. */
export type SearchTexts = { of(index: ChestIndex, breather: Breather): Promise<SearchedChest> }

export function createSearchTexts({ makeRoom }: Pick<ChestIndexes, 'makeRoom'>): SearchTexts {
  const texts = new WeakMap<ChestIndex, SearchText>()
  return {
    of(index, breather) {
      const text = texts.get(index) ?? new SearchText(index, makeRoom)
      texts.set(index, text)
      return text.read(breather)
    },
  }
}

/**
 * A chest without an index, as a search goes through it: read from the database piece by piece, of which none stays in
 * memory but the names of the folders.
 * @returns null when those alone would take too much
 */
export async function readInPassing(
  indexes: Pick<ChestIndexes, 'read'>,
  chest: IndexedChest,
  breather: Breather,
): Promise<SearchedChest | null> {
  const folders = new Map<number, IndexedFolder>()
  let bytes = 0
  for await (const changes of indexes.read(chest, 'folders', breather)) {
    for (const change of changes) {
      if (change.kind !== 'folder') continue
      const folder = named(change.folder)
      folders.set(folder.id, folder)
      bytes += bytesOfFolder(folder)
    }
    if (bytes > mostFolderBytes) return null
  }
  async function* blocks() {
    for (const table of ['folders', 'items'] as const) {
      for await (const changes of indexes.read(chest, table, breather))
        yield* blocksOf(changes.flatMap(elementsOf), breather)
    }
  }
  return {
    folders,
    folderBlocks: await namesOf(folders.values(), breather),
    blocks: blocks(),
    gone: nothingGone,
  }
}

const elementsOf = (change: IndexChange): IndexedElement[] =>
  change.kind === 'folder' ? [change.folder] : change.kind === 'item' ? [change.item] : []
