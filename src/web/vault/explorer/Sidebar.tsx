import { useId, useRef, type ReactNode, useState } from 'react'
import { ArrowRightLeft, Lock } from 'lucide-react'
import { explorerTexts } from '#texts/vault/explorer.ts'
import { usePageKey } from '#web/platform/shell/shortcuts.ts'
import { IconButton } from '#web/platform/ui/Button.tsx'
import { cx } from '#web/platform/ui/given.ts'
import { ResizeHandle } from '#web/platform/ui/ResizeHandle.tsx'
import { useStableHandlers } from '#web/platform/ui/useStableHandlers.ts'
import { FolderTree, type FolderTreeProps } from './FolderTree.tsx'
import styles from './Sidebar.module.css'
import { useIsWidest } from './Toolbar.tsx'

export type SidebarProps = {
  chest: { id: number; name: string; guardian: boolean }
  folderId: number | null
  /** The panel is open. On a medium screen it takes the sidebar's place. */
  isNarrowed: boolean
  onOpen: (folderId: number | null) => void
  /** The folder may be opened soon: prefetch it. */
  onIntent: (folderId: number | null) => void
  onChangeChest: () => void
  /** The chests may be asked for soon. */
  onChangeIntent: () => void
  /** The favourite toggle of the chest and the list of favourites, rendered by their feature. */
  star?: ReactNode
  favourites?: ReactNode
  spotOf: FolderTreeProps['spotOf']
  /** During a drag: folders that cannot be dropped on, with their descendants. */
  closed: FolderTreeProps['closed']
}

/** From this width on there is room for the column. */
export const columnScreen = '(width >= 1024px)'

/** The current chest and its folders. The column can be resized. */
export function Sidebar(props: SidebarProps): ReactNode {
  const { chest, folderId, isNarrowed, onChangeChest } = props
  const id = useId()
  const [width, setWidth] = useColumnWidth()
  const search = useRef<HTMLInputElement>(null)
  const isTold = useIsWidest({ isNarrowed, isGuarded: chest.guardian })
  const onTree = useStableHandlers({ onSelect: props.onOpen, onIntent: props.onIntent })
  usePageKey('d', () => search.current?.focus())
  return (
    <div className={cx(styles.frame, isNarrowed && styles.narrowed)}>
      <nav
        id={id}
        data-column=""
        className={styles.sidebar}
        style={{ width }}
        aria-label={explorerTexts.tree.label}
      >
        <div className={styles.chest}>
          <div className={styles.words}>
            <p className={styles.label}>{explorerTexts.tree.chest}</p>
            <p className={styles.name} title={chest.name}>
              {chest.name}
              {chest.guardian && (
                <Lock className={styles.lock} role="img" aria-label={explorerTexts.protectedMark} />
              )}
            </p>
          </div>
          {props.star}
          {!isTold && (
            <span onPointerEnter={props.onChangeIntent} onFocus={props.onChangeIntent}>
              <IconButton
                label={explorerTexts.changeChest}
                icon={<ArrowRightLeft />}
                onPress={onChangeChest}
              />
            </span>
          )}
        </div>
        {props.favourites}
        <FolderTree
          chestId={chest.id}
          chestName={explorerTexts.root}
          label={explorerTexts.tree.label}
          filterLabel={explorerTexts.tree.filter}
          selected={folderId}
          onSelect={onTree.onSelect}
          onIntent={onTree.onIntent}
          spotOf={props.spotOf}
          closed={props.closed}
          shortcut="d"
          searchRef={search}
        />
      </nav>
      <ResizeHandle
        label={explorerTexts.tree.resize}
        controls={id}
        width={width}
        bounds={columnBounds}
        onChange={setWidth}
      />
    </div>
  )
}

/** The bounds of the left column's width, in pixels. */
const columnBounds = { least: 200, most: 560, usual: 272 } as const
const key = 'explorer-column'

function readWidth(): number {
  const width = Number(localStorage.getItem(key))
  return width >= columnBounds.least && width <= columnBounds.most ? width : columnBounds.usual
}

/** Returns the width of the left column and its setter. The browser stores it. */
function useColumnWidth(): [number, (width: number) => void] {
  const [width, setWidth] = useState(readWidth)
  return [
    width,
    (next) => {
      setWidth(next)
      localStorage.setItem(key, String(next))
    },
  ]
}
