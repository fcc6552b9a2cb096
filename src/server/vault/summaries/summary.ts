import { endianness } from 'node:os'

/**
 * The first byte of a packed summary states the byte order of its columns. A summary written on a machine of
 * the other order is rejected and rebuilt, not misread.
 */
const format = { LE: 1, BE: 2 }[endianness()]
const headerBytes = 5
/** Bytes of an entry, in memory and at rest. */
const entryBytes = 21

/** The figures' data of one password. */
export type Entry = {
  readonly id: number
  /** 8 bytes, the same for equal passwords of the installation (`figures-key.ts`). */
  readonly mark: { readonly high: number; readonly low: number }
  /** The ANSSI count, in tenths of a bit; 6553.5 bits at most. */
  readonly bits: number
  /** When it was set, in days since 1970. */
  readonly day: number
  /** Its strength, 1 to 5. */
  readonly level: number
}

/** The passwords of a chest outside the trash, in columns, by id; immutable. */
export class ChestSummary {
  /** The summary shows this revision of the chest, or a later one. */
  readonly revision: number
  /** Folders that are not in the trash. */
  readonly folders: number
  readonly ids: Float64Array
  readonly high: Uint32Array
  readonly low: Uint32Array
  readonly bits: Uint16Array
  readonly days: Uint16Array
  readonly levels: Uint8Array
  readonly #bytes: Uint8Array

  private constructor(revision: number, folders: number, columns: ArrayBuffer) {
    const count = columns.byteLength / entryBytes
    this.revision = revision
    this.folders = folders
    this.ids = new Float64Array(columns, 0, count)
    this.high = new Uint32Array(columns, 8 * count, count)
    this.low = new Uint32Array(columns, 12 * count, count)
    this.bits = new Uint16Array(columns, 16 * count, count)
    this.days = new Uint16Array(columns, 18 * count, count)
    this.levels = new Uint8Array(columns, 20 * count, count)
    this.#bytes = new Uint8Array(columns)
  }

  static readonly empty = new ChestSummary(-1, 0, new ArrayBuffer(0))

  get count(): number {
    return this.ids.length
  }

  /** The bytes of its columns in memory. */
  get bytes(): number {
    return this.#bytes.length
  }

  /**
   * Returns the summary after some changes.
   * @param changes the new entry of each changed item, null if it has no password any more
   * @param isThere drops the unchanged items for which it is false
   */
  with(
    { revision, folders }: { readonly revision: number; readonly folders: number },
    changes: ReadonlyMap<number, Entry | null>,
    isThere: (id: number) => boolean = () => true,
  ): ChestSummary {
    const added = [...changes.values()]
      .filter((entry) => entry !== null)
      .toSorted((one, other) => one.id - other.id)
    const kept: number[] = []
    for (let at = 0; at < this.count; at += 1) {
      const id = this.ids[at] as number
      if (!changes.has(id) && isThere(id)) kept.push(at)
    }
    const count = kept.length + added.length
    const made = new ChestSummary(revision, folders, new ArrayBuffer(count * entryBytes))
    let [next, nextAdded] = [0, 0]
    for (let to = 0; to < count; to += 1) {
      const entry = added[nextAdded]
      const at = kept[next]
      if (at === undefined || (entry && entry.id < (this.ids[at] as number))) {
        made.#put(to, entry as Entry)
        nextAdded += 1
      } else {
        made.#copy(to, this, at)
        next += 1
      }
    }
    return made
  }

  #put(to: number, { id, mark, bits, day, level }: Entry): void {
    this.ids[to] = id
    this.high[to] = mark.high
    this.low[to] = mark.low
    this.bits[to] = Math.min(bits, 0xffff)
    this.days[to] = day
    this.levels[to] = level
  }

  #copy(to: number, { ids, high, low, bits, days, levels }: ChestSummary, at: number): void {
    this.ids[to] = ids[at] as number
    this.high[to] = high[at] as number
    this.low[to] = low[at] as number
    this.bits[to] = bits[at] as number
    this.days[to] = days[at] as number
    this.levels[to] = levels[at] as number
  }

  /**
   * Returns the summary as bytes: format, folders (4 bytes, big-endian), then the columns in native byte
   * order.
   */
  packed(): Buffer {
    const packed = Buffer.alloc(headerBytes + this.bytes)
    packed[0] = format
    packed.writeUInt32BE(this.folders, 1)
    packed.set(this.#bytes, headerBytes)
    return packed
  }

  /** Returns the number of passwords in a packed summary of so many bytes. */
  static countIn(packedBytes: number): number {
    return (packedBytes - headerBytes) / entryBytes
  }

  /**
   * Returns the summary that `packed` wrote; null if the format differs. The bytes may be wiped afterwards.
   */
  static unpacked(packed: Buffer, revision: number): ChestSummary | null {
    const length = packed.length - headerBytes
    if (length < 0 || length % entryBytes !== 0 || packed[0] !== format) return null
    const columns = new ArrayBuffer(length)
    new Uint8Array(columns).set(packed.subarray(headerBytes))
    return new ChestSummary(revision, packed.readUInt32BE(1), columns)
  }
}
