import type { Yielder } from '#server/vault/contents/yielder.ts'
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

/** All blocks are rebuilt after more insertions than this, or as many deletions if they are a tenth of all elements. */
const mostChanges = 1_000
/** Memory limit, in bytes, for the folders of a chest that is read without an index: some 50,000. */
const mostFolderBytes = 16 * 1024 * 1024

/** The searchable content of a chest. */
export type SearchedChest = {
  readonly folders: ReadonlyMap<number, IndexedFolder>
  /** Blocks that contain the names of all folders. */
  readonly folderBlocks: readonly SearchBlock[]
  /** Blocks of all elements; those not in memory are built one by one and dropped. */
  readonly blocks: Iterable<SearchBlock> | AsyncIterable<SearchBlock>
  /** Elements of the blocks that were deleted since. */
  readonly gone: ReadonlySet<IndexedElement>
}

const nothingGone: ReadonlySet<IndexedElement> = new Set()

/** The search blocks of a chest's index: built once, then extended by changed elements. */
class SearchText {
  readonly #index: ChestIndex
  readonly #makeRoom: MakeRoom
  #blocks: readonly SearchBlock[] | null = null
  /** Elements inserted since the blocks were built, and elements of the blocks that were deleted. */
  #fresh = new Set<IndexedElement>()
  #gone = new Set<IndexedElement>()
  #freshBlocks: readonly SearchBlock[] | null = null
  #changes = 0
  #making: Promise<void> | null = null

  constructor(index: ChestIndex, makeRoom: MakeRoom) {
    this.#index = index
    this.#makeRoom = makeRoom
  }

  /** Returns the current content of the chest. */
  async read(yielder: Yielder): Promise<SearchedChest> {
    if (this.#isOutdated()) {
      this.#making ??= this.#make(yielder).finally(() => (this.#making = null))
      await this.#making
    }
    // Read together: another search may rebuild all blocks while this one waits.
    const [made, gone] = [this.#blocks, this.#gone]
    if (!made) return this.#readWithoutKeeping(yielder)
    const blocks = this.#fresh.size > 0 ? [...made, ...(await this.#makeFresh(yielder))] : made
    const folderBlocks = blocks.filter((block) => block.folders > 0)
    return { folders: this.#index.folders, folderBlocks, blocks, gone }
  }

  #isOutdated(): boolean {
    if (!this.#blocks) return true
    const { folders, items } = this.#index
    const gone = this.#gone.size
    return this.#fresh.size > mostChanges || (gone > mostChanges && gone > (folders.size + items.size) / 10)
  }

  /** Builds the blocks and follows the index; without room for them it builds none. */
  async #make(yielder: Yielder): Promise<void> {
    this.#drop()
    if (!this.#makeRoom(this.#index.bytes * wordsShare)) return
    const { folders, items } = this.#index.byContainer()
    this.#follow()
    const blocks: SearchBlock[] = []
    for (const elements of [folders, items]) {
      for await (const block of blocksOf(elements, yielder)) {
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
    // New sets: a search that reads the former blocks uses the former sets.
    const [fresh, gone] = [new Set<IndexedElement>(), new Set<IndexedElement>()]
    this.#fresh = fresh
    this.#gone = gone
    this.#index.follower = {
      inserted: (element) => {
        fresh.add(element)
        this.#dropFresh()
      },
      removed: (element) => {
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

  async #makeFresh(yielder: Yielder): Promise<readonly SearchBlock[]> {
    if (this.#freshBlocks) return this.#freshBlocks
    const changes = this.#changes
    const made = await Array.fromAsync(blocksOf(inOrder(this.#fresh), yielder))
    // Not if the chest changed meanwhile, or another search built the same blocks.
    if (this.#changes === changes && !this.#freshBlocks) {
      this.#freshBlocks = made
      this.#index.bytes += bytesOfAll(made)
    }
    return made
  }

  async #readWithoutKeeping(yielder: Yielder): Promise<SearchedChest> {
    const { folders, items } = this.#index.byContainer()
    async function* blocks() {
      yield* blocksOf(folders, yielder)
      yield* blocksOf(items, yielder)
    }
    return {
      folders: this.#index.folders,
      folderBlocks: await namesOf(folders, yielder),
      blocks: blocks(),
      gone: nothingGone,
    }
  }
}

const bytesOfAll = (blocks: readonly SearchBlock[]): number =>
  blocks.reduce((sum, block) => sum + bytesOfBlock(block), 0)

/** Folders first, as blocks require; then grouped by folder, since elements of one folder share a path. */
const inOrder = (elements: Iterable<IndexedElement>): IndexedElement[] =>
  [...elements].toSorted(
    (one, other) =>
      Number(isFolder(other)) - Number(isFolder(one)) || (containerOf(one) ?? 0) - (containerOf(other) ?? 0),
  )

/** Returns a folder with its name only. */
const named = (folder: IndexedFolder): IndexedFolder => ({ ...folder, description: '', creator: '' })

const namesOf = (folders: Iterable<IndexedFolder>, yielder: Yielder): Promise<SearchBlock[]> =>
  Array.fromAsync(blocksOf(Iterator.from(folders).map(named), yielder))

type MakeRoom = ChestIndexes['makeRoom']

/** The searchable content of indexes. The blocks of an index live as long as the index, if there is room. */
export type SearchTexts = { of(index: ChestIndex, yielder: Yielder): Promise<SearchedChest> }

export function createSearchTexts({ makeRoom }: Pick<ChestIndexes, 'makeRoom'>): SearchTexts {
  const texts = new WeakMap<ChestIndex, SearchText>()
  return {
    of(index, yielder) {
      const text = texts.get(index) ?? new SearchText(index, makeRoom)
      texts.set(index, text)
      return text.read(yielder)
    },
  }
}

/**
 * Returns the searchable content of a chest without an index, read from the database piece by piece. Only the
 * names of the folders stay in memory.
 * @returns null if these would take too much memory
 */
export async function readWithoutIndex(
  indexes: Pick<ChestIndexes, 'read'>,
  chest: IndexedChest,
  yielder: Yielder,
): Promise<SearchedChest | null> {
  const folders = new Map<number, IndexedFolder>()
  let bytes = 0
  for await (const changes of indexes.read(chest, 'folders', yielder)) {
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
      for await (const changes of indexes.read(chest, table, yielder))
        yield* blocksOf(changes.flatMap(elementsOf), yielder)
    }
  }
  return {
    folders,
    folderBlocks: await namesOf(folders.values(), yielder),
    blocks: blocks(),
    gone: nothingGone,
  }
}

const elementsOf = (change: IndexChange): IndexedElement[] =>
  change.kind === 'folder' ? [change.folder] : change.kind === 'item' ? [change.item] : []
