import { FolderInput, Trash2 } from 'lucide-react'
import { panelTexts } from '#texts/vault/contents.ts'
import type { MenuEntry } from '#web/platform/ui/Menu.tsx'
import type { PanelProps } from './ElementPanel.tsx'

/** What the menu of every panel offers: the element may go elsewhere, or away. */
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
