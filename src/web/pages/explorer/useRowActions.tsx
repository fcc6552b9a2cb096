import {
  Copy,
  ExternalLink,
  FolderInput,
  FolderOpen,
  Info,
  Pencil,
  Star,
  Tag,
  Trash2,
  UserRound,
} from 'lucide-react'
import { clickableHref } from '#domain/address-danger.ts'
import { explorerTexts } from '#texts/explorer.ts'
import { favouriteTexts } from '#texts/favourites.ts'
import type { ChestRights } from '#web/explorer/queries.ts'
import { elementOfRow, type Row } from '#web/explorer/rows.ts'
import { useCopyPassword, useCopyText } from '#web/items/secrets.ts'
import type { MenuEntries, MenuEntry } from '#web/ui/Menu.tsx'
import type { OpenDialog } from './DialogOf.tsx'
import type { ItemFavourite } from './Favourites.tsx'

const texts = explorerTexts.menu

export type RowActionsInput = {
  rights: ChestRights
  favourite: Pick<ItemFavourite, 'isFavourite' | 'toggle'>
  folderId: number | null
  open: (row: Row) => void
  select: (type: 'item' | 'folder', id: number, isEditing?: boolean) => void
  setDialog: (dialog: OpenDialog) => void
}

/** What a row's menu offers, and the letters that do the same. */
export function useRowActions({ rights, favourite, folderId, open, select, setDialog }: RowActionsInput) {
  const copyPassword = useCopyPassword('explorer')
  const copyText = useCopyText()

  const ofItem = (row: Row): MenuEntry[] => {
    if (row.kind !== 'item') return []
    const { item } = row
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
      ...(href === null
        ? []
        : [
            {
              id: 'open-address',
              label: texts.openAddress,
              icon: <ExternalLink />,
              onAction: () => void window.open(href, '_blank', 'noopener,noreferrer'),
            },
          ]),
      {
        id: 'favourite',
        label: favourite.isFavourite(item.id) ? favouriteTexts.remove : favouriteTexts.add,
        icon: <Star />,
        shortcut: 'f',
        onAction: () => favourite.toggle({ ...item, item_id: item.id, folder_id: folderId }),
      },
    ]
  }

  const menuOf = (row: Row): MenuEntries => {
    const element = elementOfRow(row)
    if (element === null) return []
    const first = ofItem(row)
    return [
      ...(row.kind === 'folder'
        ? [
            { id: 'open', label: texts.open, icon: <FolderOpen />, onAction: () => open(row) },
            'line' as const,
          ]
        : []),
      ...first,
      ...(first.length > 0 ? ['line' as const] : []),
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
      ...(row.kind === 'item'
        ? [
            {
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
          ]
        : []),
      {
        id: 'move',
        label: texts.move,
        icon: <FolderInput />,
        shortcut: 'm',
        isDisabled: !rights.update,
        onAction: () => setDialog({ name: 'move', element, fromFolderId: folderId }),
      },
      'line',
      {
        id: 'remove',
        label: texts.remove,
        icon: <Trash2 />,
        look: 'danger',
        isDisabled: !rights.delete,
        onAction: () => setDialog({ name: 'remove', element }),
      },
    ]
  }

  /** A letter does what the entry that shows it does. */
  const onKey = (row: Row, key: string): boolean => {
    const entry = menuOf(row).find((one): one is MenuEntry => one !== 'line' && one.shortcut === key)
    if (entry?.onAction === undefined || entry.isDisabled === true) return false
    entry.onAction()
    return true
  }
  return { menuOf, onKey }
}
