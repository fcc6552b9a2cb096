import { FolderInput, Trash2 } from 'lucide-react'
import { panelTexts } from '#texts/vault/contents.ts'
import type { MenuEntry } from '#web/platform/ui/Menu.tsx'
import type { PanelProps } from './ElementPanel.tsx'

/** Returns the menu entries of every panel: move and delete. */
export const moveAndRemove = ({ mayUpdate, mayDelete, onMove, onDelete }: PanelProps): MenuEntry[] => [
  {
    id: 'move',
    label: panelTexts.move,
    icon: <FolderInput />,
    isDisabled: !mayUpdate,
    onAction: onMove,
  },
  {
    id: 'remove',
    label: panelTexts.remove,
    icon: <Trash2 />,
    look: 'danger',
    isDisabled: !mayDelete,
    onAction: onDelete,
  },
]
