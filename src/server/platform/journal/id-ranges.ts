/** Numbers from `from` to `to`. */
export type Range = readonly [from: number, to: number]

/** Returns ids as ranges: 3, 4, 5 and 9 are `3-5` and `9`. */
export function rangesOf(ids: readonly number[]): string[] {
  const ranges: { first: number; last: number }[] = []
  for (const id of ids.toSorted((one, other) => one - other)) {
    const range = ranges.at(-1)
    if (range && id === range.last + 1) range.last = id
    else ranges.push({ first: id, last: id })
  }
  return ranges.map(({ first, last }) => (first === last ? String(first) : `${first}-${last}`))
}

/** Reads ranges that are joined by commas. */
export const rangesIn = (text: string): Range[] =>
  text.split(',').map((range) => {
    const [from = '', to = from] = range.split('-')
    return [Number(from), Number(to)]
  })

/** Returns the numbers of some ranges, in their order. */
export const numbersIn = (ranges: readonly Range[]): number[] =>
  ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, place) => from + place))
