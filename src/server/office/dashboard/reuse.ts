import type { ChestSummary } from '#server/vault/summaries/summary.ts'

type Marks = Pick<ChestSummary, 'high' | 'low'>

/** The words of a slot: the two halves of a mark, and its count; a count of 0 marks a free slot. */
const slotWords = 3
const highWord = 0
const lowWord = 1
const countWord = 2

/**
 * Counts equal marks in an open-addressing table in one typed array: a `Map` takes several times the memory
 * and time, and three separate arrays three times the cache misses.
 */
export class MarkCounts {
  #slots: Uint32Array
  /** The number of slots, a power of two, minus one. */
  #mask: number
  #used = 0

  /** @param expected the approximate number of distinct marks */
  constructor(expected = 0) {
    let slots = 16
    while (slots < expected * 2) slots *= 2
    this.#slots = new Uint32Array(slots * slotWords)
    this.#mask = slots - 1
  }

  /** The number of distinct marks. */
  get size(): number {
    return this.#used
  }

  /** Adds marks. @returns by how much the number of shared passwords has grown */
  add({ high, low }: Marks, from = 0, to = high.length): number {
    let shared = 0
    for (let at = from; at < to; at += 1) {
      const count = this.#raise(high[at] as number, low[at] as number, 1)
      // The second occurrence makes the first one shared too.
      if (count > 1) shared += count === 2 ? 2 : 1
    }
    return shared
  }

  of(high: number, low: number): number {
    return this.#slots[this.#slotOf(high, low) + countWord] as number
  }

  #raise(high: number, low: number, by: number): number {
    const slot = this.#slotOf(high, low)
    const before = this.#slots[slot + countWord] as number
    if (before === 0) {
      if (this.#used * 2 > this.#mask) {
        this.#grow()
        return this.#raise(high, low, by)
      }
      this.#used += 1
      this.#slots[slot + highWord] = high
      this.#slots[slot + lowWord] = low
    }
    this.#slots[slot + countWord] = before + by
    return before + by
  }

  #grow(): void {
    const former = this.#slots
    this.#slots = new Uint32Array(former.length * 2)
    this.#mask = this.#slots.length / slotWords - 1
    this.#used = 0
    for (let slot = 0; slot < former.length; slot += slotWords) {
      const count = former[slot + countWord] as number
      if (count > 0) this.#raise(former[slot + highWord] as number, former[slot + lowWord] as number, count)
    }
  }

  /** The start of a mark's slot, or of the free slot for it. */
  #slotOf(high: number, low: number): number {
    const slots = this.#slots
    // A mark is part of an HMAC, so its bits serve as the hash.
    let place = low & this.#mask
    for (;;) {
      const slot = place * slotWords
      if (slots[slot + countWord] === 0 || (slots[slot + lowWord] === low && slots[slot + highWord] === high))
        return slot
      place = (place + 1) & this.#mask
    }
  }
}
