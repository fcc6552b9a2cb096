import {
  Archive,
  ArrowRightLeft,
  Copy,
  Download,
  FolderInput,
  MessageSquareLock,
  RotateCcwKey,
  Tag,
  Trash2,
} from 'lucide-react'
import { explorerTexts } from '#texts/vault/explorer.ts'
import type { Exported } from '#web/vault/exports/ExportDialog.tsx'
import type { ChestRights } from '#web/vault/explorer/queries.ts'
import type { Element } from '#web/vault/explorer/rows.ts'
import type { UsedFrom } from '#web/vault/items/secrets.ts'
import type { MenuEntries, MenuEntry } from '#web/platform/ui/Menu.tsx'
import type { NotedItem, OpenDialog } from './DialogOf.tsx'

const texts = explorerTexts.menu
export const deleteKey = { pressed: 'Delete', shown: 'Suppr' } as const

export type ActionContext = {
  rights: ChestRights
  setDialog: (dialog: OpenDialog) => void
  /** Duplicates an element beside itself. */
  duplicate: (element: Element, folderId: number | null) => Promise<void>
}
/** An item or a folder whose actions are offered. */
export type ActionTarget = {
  element: Element
  /** What the actions of an item need; null for a folder. */
  item: (NotedItem & { categoryId: number }) | null
  exported: Exported
  fromFolderId: number | null
  from: UsedFrom
}

/** Every reader may copy to another chest; a move also changes this one. */
export const elsewhereOf = (
  { rights, setDialog }: Omit<ActionContext, 'duplicate'>,
  elements: readonly Element[],
  fromFolderId: number | null,
): readonly MenuEntry[] =>
  (['copy', 'move'] as const).map((deed) => ({
    id: `${deed}-away`,
    label: texts.away[deed],
    icon: deed === 'copy' ? <Archive /> : <ArrowRightLeft />,
    isDisabled: deed === 'move' && !(rights.update && rights.delete),
    onAction: () => setDialog({ name: 'transfer', deed, elements, fromFolderId }),
  }))

/** Returns what can be done to an element, the same in the menu of its row and in that of its panel. */
export function elementActions(
  context: ActionContext,
  { element, item, exported, fromFolderId, from }: ActionTarget,
): MenuEntries {
  const { rights, setDialog, duplicate } = context
  return [
    item !== null && {
      id: 'renew',
      label: texts.renew,
      icon: <RotateCcwKey />,
      isDisabled: !rights.update || !item.hasPassword,
      onAction: () => setDialog({ name: 'renew', item, from }),
    },
    item !== null && {
      id: 'category',
      label: texts.category,
      icon: <Tag />,
      isDisabled: !rights.update,
      onAction: () => setDialog({ name: 'category', item }),
    },
    {
      id: 'move',
      label: texts.move,
      icon: <FolderInput />,
      shortcut: 'm',
      isDisabled: !rights.update,
      onAction: () => setDialog({ name: 'move', elements: [element], fromFolderId }),
    },
    {
      id: 'duplicate',
      label: texts.duplicate,
      icon: <Copy />,
      isDisabled: !rights.create,
      onAction: () => void duplicate(element, fromFolderId),
    },
    ...elsewhereOf(context, [element], fromFolderId),
    // Every reader of an item may share it.
    item !== null && {
      id: 'note',
      label: texts.note,
      icon: <MessageSquareLock />,
      shortcut: 'p',
      onAction: () => setDialog({ name: 'item-note', item }),
    },
    rights.export && {
      id: 'export',
      label: texts.export,
      icon: <Download />,
      onAction: () => setDialog({ name: 'export', exported }),
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
