import { usePageKey } from '#web/platform/shell/shortcuts.ts'
import type { Row } from '#web/vault/explorer/rows.ts'

/**
 * Lets the keys that use an item use the opened one from anywhere in the page. After a creation, the focus is still on its
 * way from the button of the dialog to the new row.
 */
export function useOpenedRowKeys(
  row: Row | undefined,
  onKey: (row: Row, key: string) => boolean,
  isActive: boolean,
): void {
  const use = (key: string) => () => {
    if (row !== undefined) onKey(row, key)
  }
  const isUsed = isActive && row?.kind === 'item'
  usePageKey('c', use('c'), isUsed)
  usePageKey('l', use('l'), isUsed)
  usePageKey('o', use('o'), isUsed)
  usePageKey('a', use('a'), isUsed)
}
