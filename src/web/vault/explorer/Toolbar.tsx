import type { ReactNode } from 'react'
import { ArrowRightLeft, FolderPlus, MessageSquareLock, Plus, Trash2, Upload } from 'lucide-react'
import { explorerTexts } from '#texts/vault/explorer.ts'
import { Button, ButtonLink } from '#web/platform/ui/Button.tsx'
import { MenuButton, type MenuEntries, type MenuEntry } from '#web/platform/ui/Menu.tsx'
import { useMedia } from '#web/platform/ui/useMedia.ts'
import styles from './Toolbar.module.css'

export type ToolbarProps = Beside & {
  mayCreate: boolean
  onNewItem: () => void
  onNewFolder: () => void
  onImport: () => void
  /** Opens the form of a one-time message. Every reader of the chest may write one. */
  onNote: () => void
  onChangeChest: () => void
  /** The chests may be asked for soon. */
  onChangeIntent: () => void
  /** The trash: its address, and how to navigate to it. */
  trashHref: string
  onTrash: () => void
  /** Further entries of the chest's menu. */
  more?: MenuEntries
}

/** What takes space from the toolbar. */
export type Beside = {
  /** The panel is open. */
  isNarrowed: boolean
  /** The toolbar shows how long a guardian chest stays unlocked. */
  isGuarded: boolean
}

/**
 * The widths in pixels, without and with the panel, below which secondary actions fold into a menu: first the
 * change of chest, then the trash, then creation. The breadcrumb keeps 16 rem (measured by
 * e2e/toolbar.spec.ts).
 */
const widths = { roomy: [1280, 1680], wide: [1440, 1900], widest: [1580, 1960] } as const
const noteRoom = 96
const pixelsPerEm = 16

/** In em: a larger font in the browser leaves less room. */
function useHasRoom(step: keyof typeof widths, { isNarrowed, isGuarded }: Beside): boolean {
  const pixels = widths[step][isNarrowed ? 1 : 0] + (isGuarded ? noteRoom : 0)
  return useMedia(`(width >= ${pixels / pixelsPerEm}em)`)
}

/**
 * Returns whether the toolbar has room for the button that changes the chest. Otherwise the sidebar has it.
 */
export const useIsWidest = (beside: Beside): boolean => useHasRoom('widest', beside)

/** The actions in the current folder. They are disabled, not hidden, without the right (specification §6). */
export function Toolbar(props: ToolbarProps): ReactNode {
  const isRoomy = useHasRoom('roomy', props)
  const isWide = useHasRoom('wide', props)
  const isWidest = useIsWidest(props)
  const create: readonly MenuEntry[] = [
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
    { id: 'note', label: explorerTexts.share, icon: <MessageSquareLock />, onAction: props.onNote },
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
        <span onPointerEnter={props.onChangeIntent} onFocus={props.onChangeIntent}>
          <Button look="plain" icon={<ArrowRightLeft />} onPress={props.onChangeChest}>
            {explorerTexts.changeChest}
          </Button>
        </span>
      )}
      {isWide && (
        <ButtonLink look="plain" icon={<Trash2 />} href={props.trashHref} onFollow={props.onTrash}>
          {explorerTexts.trash}
        </ButtonLink>
      )}
      {isRoomy &&
        create.map(({ id, label, icon, isDisabled, onAction }) => (
          <Button key={id} icon={icon} isDisabled={isDisabled} onPress={onAction}>
            {label}
          </Button>
        ))}
      <Button look="primary" icon={<Plus />} isDisabled={!props.mayCreate} onPress={props.onNewItem}>
        {explorerTexts.newItem}
      </Button>
      {folded.length > 0 && <MenuButton look="quiet" label={explorerTexts.moreActions} entries={folded} />}
    </div>
  )
}
