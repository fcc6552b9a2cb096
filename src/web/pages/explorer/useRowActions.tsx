import {
  Copy,
  ExternalLink,
  FolderInput,
  FolderOpen,
  Info,
  MessageSquareLock,
  Pencil,
  Star,
  Tag,
  Trash2,
  UserRound,
  X,
} from 'lucide-react'
import { clickableHref } from '#domain/platform/address-danger.ts'
import { explorerTexts, favouriteTexts } from '#texts/vault/explorer.ts'
import type { ChestRights } from '#web/vault/explorer/queries.ts'
import { elementOfRow, type Element, type Row } from '#web/vault/explorer/rows.ts'
import type { Marks } from '#web/vault/explorer/useMarks.ts'
import { useCopyPassword, useCopyText } from '#web/vault/items/secrets.ts'
import type { MenuEntries, MenuEntry } from '#web/platform/ui/Menu.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import type { OpenDialog } from './DialogOf.tsx'
import type { ItemFavourite } from './Favourites.tsx'

const texts = explorerTexts.menu
const deleteKey = { pressed: 'Delete', shown: 'Suppr' } as const
/** The message of a copy key when the row has no such value. */
const nothingToCopy: Partial<Record<string, string>> = { c: texts.noPassword, u: texts.noLogin }

export type RowActionsInput = {
  rights: ChestRights
  favourite: Pick<ItemFavourite, 'isFavourite' | 'toggle'>
  folderId: number | null
  open: (row: Row) => void
  select: (type: 'item' | 'folder', id: number, isEditing?: boolean) => void
  setDialog: (dialog: OpenDialog) => void
  marks: Marks
}

/** Returns the menu of a row, and the handler of its letter keys. */
export function useRowActions(input: RowActionsInput) {
  const { rights, favourite, folderId, open, select, setDialog, marks } = input
  const copyPassword = useCopyPassword('explorer')
  const copyText = useCopyText()
  const toasts = useToasts()

  const ofItem = ({ item }: Row & { kind: 'item' }): MenuEntries => {
    const href = clickableHref(item.address)
    return [
      {
        id: 'copy-password',
        label: texts.copyPassword,
        icon: <Copy />,
        shortcut: 'c',
        isDisabled: !item.hasPassword,
        onAction: () => void copyPassword(item.id),
      },
      {
        id: 'copy-login',
        label: texts.copyLogin,
        icon: <UserRound />,
        shortcut: 'u',
        isDisabled: item.login === '',
        onAction: () => void copyText(item.login),
      },
      href !== null && {
        id: 'open-address',
        label: texts.openAddress,
        icon: <ExternalLink />,
        onAction: () => void window.open(href, '_blank', 'noopener,noreferrer'),
      },
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

  const ofSeveral = (elements: readonly Element[]): MenuEntries => [
    {
      id: 'move',
      label: explorerTexts.selection.moveAll(elements.length),
      icon: <FolderInput />,
      shortcut: 'm',
      isDisabled: !rights.update,
      onAction: () => setDialog({ name: 'move', elements, fromFolderId: folderId }),
    },
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
      row.kind === 'item' && {
        id: 'category',
        label: texts.category,
        icon: <Tag />,
        isDisabled: !rights.update,
        onAction: () =>
          setDialog({
            name: 'category',
            item: { id: row.item.id, revision: row.item.revision, categoryId: row.item.category.id },
          }),
      },
      {
        id: 'move',
        label: texts.move,
        icon: <FolderInput />,
        shortcut: 'm',
        isDisabled: !rights.update,
        onAction: () => setDialog({ name: 'move', elements: [element], fromFolderId: folderId }),
      },
      // Every reader of a row may share it.
      row.kind === 'item' && {
        id: 'note',
        label: texts.note,
        icon: <MessageSquareLock />,
        shortcut: 'p',
        onAction: () => setDialog({ name: 'item-note', item: row.item }),
      },
      'line',
      {
        id: 'remove',
        label: texts.remove,
        icon: <Trash2 />,
        look: 'danger',
        shortcut: deleteKey.shown,
        isDisabled: !rights.delete,
        onAction: () => setDialog({ name: 'remove', elements: [element] }),
      },
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
    const missing = nothingToCopy[key]
    if (missing === undefined) return false
    toasts.info(missing)
    return true
  }
  return { menuOf, onKey }
}
