import type { ChestSummary } from '#server/vault/summaries/summary.ts'

type Marks = Pick<ChestSummary, 'high' | 'low'>

/** What a slot holds: the two halves of a mark, and how many of it were added; 0: the slot is free. */
const slotWords = 3
const highWord = 0
const lowWord = 1
const countWord = 2

/**
 * Counts equal marks. An open-addressing table in one typed array: a `Map` of as many marks takes several times the
 * memory and the time, and a slot in three arrays three times the cache misses.
 */
export class MarkCounts {
  #slots: Uint32Array
  /** Slots less one: their number is a power of two. */
  #mask: number
  #used = 0

  /** @param expected about how many different marks will come */
  constructor(expected = 0) {
    let slots = 16
    while (slots < expected * 2) slots *= 2
    this.#slots = new Uint32Array(slots * slotWords)
    this.#mask = slots - 1
  }

  /** How many different marks it has counted. */
  get size(): number {
    return this.#used
  }

  /**
   * Adds marks.
   * @returns how many more passwords now have their like than before
   */
  add({ high, low }: Marks, from = 0, to = high.length): number {
    let shared = 0
    for (let at = from; at < to; at += 1) {
      const count = this.#raise(high[at] as number, low[at] as number, 1)
      // The second one makes the first one shared as well.
      if (count > 1) shared += count === 2 ? 2 : 1
    }
    return shared
  }

  /** How many of the marks that were added are this one. */
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

  /** Where the slot of a mark begins, or the free one where it would go. */
  #slotOf(high: number, low: number): number {
    const slots = this.#slots
    // A mark is a part of an HMAC: as good as random.
    let place = low & this.#mask
    for (;;) {
      const slot = place * slotWords
      if (slots[slot + countWord] === 0 || (slots[slot + lowWord] === low && slots[slot + highWord] === high))
        return slot
      place = (place + 1) & this.#mask
    }
  }
}
