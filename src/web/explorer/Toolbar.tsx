import type { ReactNode } from 'react'
import { FolderPlus, Plus, Trash2, Upload, Archive } from 'lucide-react'
import { explorerTexts } from '#texts/explorer.ts'
import { Button } from '#web/ui/Button.tsx'
import { MenuButton, type MenuEntries } from '#web/ui/Menu.tsx'
import { useMedia } from '#web/ui/useMedia.ts'
import styles from './Toolbar.module.css'

export type ToolbarProps = {
  mayCreate: boolean
  /** The panel is open: less room. */
  isNarrowed: boolean
  onNewItem: () => void
  onNewFolder: () => void
  onImport: () => void
  onChangeChest: () => void
  onTrash: () => void
  /** What else the chest's menu offers. */
  more?: MenuEntries
}

/** Below this width the secondary actions fold into a menu. */
const roomy = '(width >= 1180px)'
const roomyWithPanel = '(width >= 1640px)'

/** What can be done where one is. Disabled, not hidden, without the right (specification §6). */
export function Toolbar(props: ToolbarProps): ReactNode {
  const isRoomy = useMedia(props.isNarrowed ? roomyWithPanel : roomy)
  const create: MenuEntries = [
    {
      id: 'folder',
      label: explorerTexts.newFolder,
      icon: <FolderPlus />,
      isDisabled: !props.mayCreate,
      onAction: props.onNewFolder,
    },
    {
      id: 'import',
      label: explorerTexts.importItems,
      icon: <Upload />,
      isDisabled: !props.mayCreate,
      onAction: props.onImport,
    },
  ]
  const rest: MenuEntries = [
    { id: 'trash', label: explorerTexts.trash, icon: <Trash2 />, onAction: props.onTrash },
    { id: 'chest', label: explorerTexts.changeChest, icon: <Archive />, onAction: props.onChangeChest },
    ...(props.more !== undefined && props.more.length > 0 ? ['line' as const, ...props.more] : []),
  ]
  return (
    <div className={styles.toolbar} role="group" aria-label={explorerTexts.toolbar}>
      {isRoomy && (
        <>
          <Button icon={<FolderPlus />} isDisabled={!props.mayCreate} onPress={props.onNewFolder}>
            {explorerTexts.newFolder}
          </Button>
          <Button icon={<Upload />} isDisabled={!props.mayCreate} onPress={props.onImport}>
            {explorerTexts.importItems}
          </Button>
        </>
      )}
      <Button look="primary" icon={<Plus />} isDisabled={!props.mayCreate} onPress={props.onNewItem}>
        {explorerTexts.newItem}
      </Button>
      <MenuButton
        look="quiet"
        label={explorerTexts.moreActions}
        entries={isRoomy ? rest : [...create, 'line', ...rest]}
      />
    </div>
  )
}
