/** A seeded source of pseudo-random values. */
export type Chance = {
  /** A whole number from 0 to `below` - 1. */
  below(below: number): number
  of<Value>(values: readonly Value[]): Value
  /** True with a probability of `share` percent. */
  percent(share: number): boolean
  bytes(size: number): Uint8Array
}

/** The generator « mulberry32 » (public domain): 32 bits of state are plenty for a demonstration, and for nothing else. */
export function chanceFrom(seed: number): Chance {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    below,
    of: (values) => {
      const value = values[below(values.length)]
      if (value === undefined) throw new Error('nothing to choose from')
      return value
    },
    percent: (share) => below(100) < share,
    bytes: (size) => Uint8Array.from({ length: size }, () => below(256)),
  }
}
