import type { ReactNode } from 'react'
import { ArrowRightLeft, FolderPlus, MessageSquareLock, Plus, Trash2, Upload } from 'lucide-react'
import { explorerTexts } from '#texts/explorer.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
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
  /** A one-time message; whoever reads the chest may write one. */
  onNote: () => void
  onChangeChest: () => void
  /** The trash: where it is, and how to go there. */
  trashHref: string
  onTrash: () => void
  /** What else the chest's menu offers. */
  more?: MenuEntries
}

/**
 * Below these widths the secondary actions fold into a menu: first the change of the chest, then the trash, then what
 * makes. The way to the folder keeps its 16 rem beside them (e2e/nota.spec.ts measures it).
 */
const widest = '(width >= 1540px)'
const widestWithPanel = '(width >= 1920px)'
const wide = '(width >= 1400px)'
const wideWithPanel = '(width >= 1860px)'
const roomy = '(width >= 1240px)'
const roomyWithPanel = '(width >= 1640px)'

/** Whether the button that changes the chest has room in the toolbar; elsewhere an icon does the same. */
export const useIsWidest = (isNarrowed: boolean): boolean => useMedia(isNarrowed ? widestWithPanel : widest)

/** What can be done where one is. Disabled, not hidden, without the right (specification §6). */
export function Toolbar(props: ToolbarProps): ReactNode {
  const isRoomy = useMedia(props.isNarrowed ? roomyWithPanel : roomy)
  const isWide = useMedia(props.isNarrowed ? wideWithPanel : wide)
  const isWidest = useIsWidest(props.isNarrowed)
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
    { id: 'note', label: explorerTexts.note, icon: <MessageSquareLock />, onAction: props.onNote },
  ]
  const trash: MenuEntries = [
    { id: 'trash', label: explorerTexts.trash, icon: <Trash2 />, onAction: props.onTrash },
  ]
  const change: MenuEntries = [
    {
      id: 'chest',
      label: explorerTexts.changeChest,
      icon: <ArrowRightLeft />,
      onAction: props.onChangeChest,
    },
  ]
  const elsewhere = [...(isWide ? [] : trash), ...(isWidest ? [] : change)]
  const groups = [isRoomy ? [] : create, elsewhere, props.more ?? []]
  const folded = groups
    .filter(({ length }) => length > 0)
    .flatMap((group, index) => (index === 0 ? group : ['line' as const, ...group]))
  return (
    <div className={styles.toolbar} role="group" aria-label={explorerTexts.toolbar}>
      {isWidest && (
        <Button look="plain" icon={<ArrowRightLeft />} onPress={props.onChangeChest}>
          {explorerTexts.changeChest}
        </Button>
      )}
      {isWide && (
        <ButtonLink look="plain" icon={<Trash2 />} href={props.trashHref} onFollow={props.onTrash}>
          {explorerTexts.trash}
        </ButtonLink>
      )}
      {isRoomy && (
        <>
          <Button icon={<FolderPlus />} isDisabled={!props.mayCreate} onPress={props.onNewFolder}>
            {explorerTexts.newFolder}
          </Button>
          <Button icon={<Upload />} isDisabled={!props.mayCreate} onPress={props.onImport}>
            {explorerTexts.importItems}
          </Button>
          <Button icon={<MessageSquareLock />} onPress={props.onNote}>
            {explorerTexts.note}
          </Button>
        </>
      )}
      <Button look="primary" icon={<Plus />} isDisabled={!props.mayCreate} onPress={props.onNewItem}>
        {explorerTexts.newItem}
      </Button>
      {folded.length > 0 && <MenuButton look="quiet" label={explorerTexts.moreActions} entries={folded} />}
    </div>
  )
}
