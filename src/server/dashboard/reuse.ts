import type { ChestSummary } from './summary.ts'

type Marks = Pick<ChestSummary, 'high' | 'low'>

/**
 * Counts equal marks. An open-addressing table in typed arrays: a `Map` of as many marks takes several times the
 * memory and the time.
 */
export class MarkCounts {
  #high: Uint32Array
  #low: Uint32Array
  /** 0: the slot is free. */
  #counts: Uint32Array
  #used = 0

  /** @param expected about how many different marks will come */
  constructor(expected = 0) {
    let slots = 16
    while (slots < expected * 2) slots *= 2
    this.#high = new Uint32Array(slots)
    this.#low = new Uint32Array(slots)
    this.#counts = new Uint32Array(slots)
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
    return this.#counts[this.#slotOf(high, low)] as number
  }

  #raise(high: number, low: number, by: number): number {
    const slot = this.#slotOf(high, low)
    const before = this.#counts[slot] as number
    if (before === 0) {
      if (this.#used * 2 >= this.#counts.length) {
        this.#grow()
        return this.#raise(high, low, by)
      }
      this.#used += 1
      this.#high[slot] = high
      this.#low[slot] = low
    }
    this.#counts[slot] = before + by
    return before + by
  }

  #grow(): void {
    const [highs, lows, counts] = [this.#high, this.#low, this.#counts]
    const slots = counts.length * 2
    this.#high = new Uint32Array(slots)
    this.#low = new Uint32Array(slots)
    this.#counts = new Uint32Array(slots)
    this.#used = 0
    for (const [slot, count] of counts.entries()) {
      if (count > 0) this.#raise(highs[slot] as number, lows[slot] as number, count)
    }
  }

  /** The slot of a mark, or the free one where it would go. */
  #slotOf(high: number, low: number): number {
    const mask = this.#counts.length - 1
    // A mark is a part of an HMAC: as good as random.
    let slot = low & mask
    while (this.#counts[slot] !== 0 && (this.#low[slot] !== low || this.#high[slot] !== high)) {
      slot = (slot + 1) & mask
    }
    return slot
  }
}
