import type { RowKey } from './useRovingRows.ts'

/** The selected keys, the anchor of the next range, and the last range, which a new one replaces. */
export type RowRange = {
  keys: ReadonlySet<RowKey>
  anchor: RowKey | null
  span: readonly RowKey[]
}

/** Returns the selection with a row toggled, as the new anchor. */
export function toggled({ keys }: Pick<RowRange, 'keys'>, key: RowKey): RowRange {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return { keys: next, anchor: key, span: [] }
}

/**
 * Returns the selection with the range from the anchor to a row. Without a listed anchor, the range begins at
 * `start`, or else at the row itself. Rows selected apart from the former range stay.
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
