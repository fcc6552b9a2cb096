/** Returns the offset of the page that holds a row; the requested offset if the list has no such row. */
export function offsetOf(
  ids: readonly number[],
  {
    offset,
    limit,
    selectId,
  }: { readonly offset: number; readonly limit: number; readonly selectId?: number | undefined },
): number {
  const at = selectId === undefined ? -1 : ids.indexOf(selectId)
  return at < 0 ? offset : at - (at % limit)
}
