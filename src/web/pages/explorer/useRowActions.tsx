import {
  Download,
  FolderInput,
  FolderOpen,
  Info,
  MessageSquareLock,
  Pencil,
  Star,
  Trash2,
  X,
} from 'lucide-react'
import { explorerTexts, favouriteTexts } from '#texts/vault/explorer.ts'
import type { Exported } from '#web/vault/exports/ExportDialog.tsx'
import { elementOfRow, type Element, type Row } from '#web/vault/explorer/rows.ts'
import type { Marks } from '#web/vault/explorer/useMarks.ts'
import { useItemUses, usesOfItem, type UseId } from '#web/vault/items/uses.tsx'
import type { RowUse } from '#web/platform/ui/DataTableRow.tsx'
import type { MenuEntries, MenuEntry } from '#web/platform/ui/Menu.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import {
  deleteKey,
  elementActions,
  elsewhereOf,
  type ActionContext,
  type ActionTarget,
} from './elementActions.tsx'
import type { ItemFavourite } from './Favourites.tsx'

const texts = explorerTexts.menu
/** The message of a key when the row has no such value. */
const nothingThere: Partial<Record<string, string>> = {
  l: texts.noLogin,
  c: texts.noPassword,
  o: texts.noCode,
  a: texts.noAddress,
}

export type RowUseId = UseId | 'note'

const note: RowUse<'note'> = {
  id: 'note',
  label: explorerTexts.share,
  icon: <MessageSquareLock />,
  shortcut: 'p',
}

/** Returns the buttons at the end of a row. */
export const usesOfRow = (row: Row): readonly RowUse<RowUseId>[] =>
  row.kind === 'item' ? [...usesOfItem(row.item), note] : []

const exportedOf = (row: Row, element: Element): Exported =>
  row.kind === 'folder' ? { folder: row.folder } : { elements: [element] }

export type RowActionsInput = ActionContext & {
  favourite: Pick<ItemFavourite, 'isFavourite' | 'toggle'>
  folderId: number | null
  open: (row: Row) => void
  select: (type: 'item' | 'folder', id: number, isEditing?: boolean) => void
  marks: Marks
}

/**
 * Returns the menu of a row, the entries that copy or move rows to another chest, and the handlers of a row's letter keys
 * and of the buttons at its end.
 */
export function useRowActions(input: RowActionsInput) {
  const { rights, favourite, folderId, open, select, setDialog, marks } = input
  const use = useItemUses()
  const toasts = useToasts()

  const ofItem = (row: Row & { kind: 'item' }): MenuEntries => {
    const { item } = row
    return [
      ...usesOfItem(item).map((one) => ({ ...one, onAction: () => use[one.id](item) })),
      {
        id: 'favourite',
        label: favourite.isFavourite(item.id) ? favouriteTexts.remove : favouriteTexts.add,
        icon: <Star />,
        shortcut: 'f',
        onAction: () => favourite.toggle({ ...item, item_id: item.id, folder_id: folderId }),
      },
      'line',
    ]
  }

  const elsewhere = (elements: readonly Element[]): readonly MenuEntry[] =>
    elsewhereOf(input, elements, folderId)
  const targetOf = (row: Row, element: Element): ActionTarget => ({
    element,
    item: row.kind === 'item' ? { ...row.item, categoryId: row.item.category.id } : null,
    exported: exportedOf(row, element),
    fromFolderId: folderId,
    from: 'explorer',
  })

  const ofSeveral = (elements: readonly Element[]): MenuEntries => [
    {
      id: 'move',
      label: explorerTexts.selection.moveAll(elements.length),
      icon: <FolderInput />,
      shortcut: 'm',
      isDisabled: !rights.update,
      onAction: () => setDialog({ name: 'move', elements, fromFolderId: folderId }),
    },
    ...elsewhere(elements),
    ...(rights.export
      ? [
          {
            id: 'export',
            label: explorerTexts.selection.exportAll(elements.length),
            icon: <Download />,
            onAction: () => setDialog({ name: 'export', exported: { elements } }),
          },
        ]
      : []),
    { id: 'clear', label: explorerTexts.selection.clear, icon: <X />, onAction: marks.clear },
    'line',
    {
      id: 'remove',
      label: explorerTexts.selection.removeAll(elements.length),
      icon: <Trash2 />,
      look: 'danger',
      shortcut: deleteKey.shown,
      isDisabled: !rights.delete,
      onAction: () => setDialog({ name: 'remove', elements }),
    },
  ]

  const menuOf = (row: Row): MenuEntries => {
    const element = elementOfRow(row)
    if (element === null) return []
    const together = marks.with(element)
    return together.length > 1 ? ofSeveral(together) : ofOne(row, element)
  }

  const ofOne = (row: Row, element: Element): MenuEntries => {
    const opening: MenuEntries = [
      { id: 'open', label: texts.open, icon: <FolderOpen />, onAction: () => open(row) },
      'line',
    ]
    return [
      ...(row.kind === 'item' ? ofItem(row) : opening),
      {
        id: 'details',
        label: texts.details,
        icon: <Info />,
        onAction: () => select(element.type, element.id),
      },
      {
        id: 'edit',
        label: texts.edit,
        icon: <Pencil />,
        shortcut: 'e',
        isDisabled: !rights.update,
        onAction: () => select(element.type, element.id, true),
      },
      ...elementActions(input, targetOf(row, element)),
    ]
  }

  /** Runs the menu entry with that shortcut, on all marked elements if the row is marked. */
  const onKey = (row: Row, key: string): boolean => {
    const element = elementOfRow(row)
    if (element === null) return false
    const shown = key === deleteKey.pressed ? deleteKey.shown : key
    const entry = [...menuOf(row), ...ofOne(row, element)].find(
      (one): one is MenuEntry => typeof one === 'object' && one.shortcut === shown,
    )
    if (entry?.onAction !== undefined && entry.isDisabled !== true) {
      entry.onAction()
      return true
    }
    const missing = row.kind === 'item' ? nothingThere[key] : undefined
    if (missing === undefined) return false
    toasts.info(missing)
    return true
  }
  const onUse = (row: Row, id: RowUseId): void => {
    if (row.kind !== 'item') return
    if (id === 'note') setDialog({ name: 'item-note', item: row.item })
    else use[id](row.item)
  }
  return { menuOf, onKey, onUse, elsewhere }
}
