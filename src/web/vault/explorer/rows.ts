import { explorerTexts } from '#texts/vault/explorer.ts'
import { dueSentence } from '#web/vault/due-dates/today.ts'
import { findRow, restoreFocus } from '#web/platform/ui/restoreFocus.ts'
import type { ExplorerReply, FolderRow, ItemRow } from './queries.ts'
import type { Selection } from './place.ts'

/** A row of the table: the way back, a folder or an item. */
export type Row =
  | { kind: 'up'; key: string; parentId: number | null }
  | { kind: 'folder'; key: string; folder: FolderRow }
  | { kind: 'item'; key: string; item: ItemRow }

export const keyOf = ({ type, id }: Selection): string => `${type}-${id}`

/** Returns the table's rows: in a folder the way back first, then folders, then items (EXPL-08, EXPL-13). */
export function rowsOf(reply: ExplorerReply): Row[] {
  const up: Row[] = reply.folderId === null ? [] : [{ kind: 'up', key: 'up', parentId: reply.parentId }]
  return [
    ...up,
    ...reply.folders.map((folder): Row => ({
      kind: 'folder',
      key: keyOf({ type: 'folder', id: folder.id }),
      folder,
    })),
    ...reply.items.map((item): Row => ({ kind: 'item', key: keyOf({ type: 'item', id: item.id }), item })),
  ]
}

export const contentOf = (row: Exclude<Row, { kind: 'up' }>): FolderRow | ItemRow =>
  row.kind === 'folder' ? row.folder : row.item

/** Returns the accessible name of a row's menu. */
export const nameOfRow = (row: Row): string => (row.kind === 'up' ? '' : contentOf(row).name)

/** Returns what screen readers say of a focused row: not all of its cells. */
export const labelOfRow = (row: Row): string =>
  row.kind === 'up'
    ? explorerTexts.back
    : row.kind === 'folder'
      ? explorerTexts.folderRow(row.folder.name)
      : explorerTexts.itemRow(row.item.name, row.item.login, dueSentence(row.item.due))

/** An item or folder, as dialogs and panels need it. */
export type Element = { type: 'item' | 'folder'; id: number; name: string; revision: number }

export function elementOfRow(row: Row): Element | null {
  if (row.kind === 'up') return null
  const { id, name, revision } = contentOf(row)
  return { type: row.kind, id, name, revision }
}

/** Returns the number of elements of each type. */
export const countsOf = (elements: readonly Element[]): { items: number; folders: number } => {
  const items = elements.filter(({ type }) => type === 'item').length
  return { items, folders: elements.length - items }
}

/** Returns the ids of elements in the format of the calls on several. */
export const idsOfElements = (elements: readonly Element[]): { items: number[]; folders: number[] } => ({
  items: elements.filter(({ type }) => type === 'item').map(({ id }) => id),
  folders: elements.filter(({ type }) => type === 'folder').map(({ id }) => id),
})

/** Moves the focus to an element's row once it is rendered, unless the focus is outside the table. */
export function restoreFocusToElement(element: Selection | undefined): void {
  if (element === undefined) return
  restoreFocus(() => {
    const row = findRow(keyOf(element))
    row?.scrollIntoView({ block: 'nearest' })
    return row
  }, 'main, [data-row]')
}
