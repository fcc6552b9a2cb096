/** The offset of the page that holds a row; the one asked for when none is, or when the list has no such row. */
export function offsetOf(
  rows: readonly { readonly id: number }[],
  {
    offset,
    limit,
    selectId,
  }: { readonly offset: number; readonly limit: number; readonly selectId?: number | undefined },
): number {
  const at = selectId === undefined ? -1 : rows.findIndex((row) => row.id === selectId)
  return at < 0 ? offset : at - (at % limit)
}
