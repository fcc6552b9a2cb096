import type { RowKey } from './useRovingRows.ts'

/** What is selected, where the next range begins, and the rows of the last range, which a new one replaces. */
export type RowRange = {
  keys: ReadonlySet<RowKey>
  anchor: RowKey | null
  span: readonly RowKey[]
}

/** One row more, or one less; the next range begins there. */
export function toggled({ keys }: Pick<RowRange, 'keys'>, key: RowKey): RowRange {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return { keys: next, anchor: key, span: [] }
}

/**
 * All rows from the anchor to this one. Without an anchor that is still there the range begins at `start`, else at
 * the row itself; what was taken apart from the former range stays.
 */
export function extendedTo(
  now: RowRange,
  rows: readonly RowKey[],
  start: RowKey | null,
  key: RowKey,
): RowRange {
  const anchor = [now.anchor, start, key].find((one) => one !== null && rows.includes(one)) ?? key
  const [low, high] = [rows.indexOf(anchor), rows.indexOf(key)].toSorted((one, other) => one - other)
  const span = rows.slice(low, (high ?? 0) + 1)
  const kept = [...now.keys].filter((one) => !now.span.includes(one))
  return { keys: new Set([...kept, ...span]), anchor, span }
}
