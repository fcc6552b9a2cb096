import type { ReactNode } from 'react'
import { Archive, ChevronsUpDown, FolderTree } from 'lucide-react'
import { explorerTexts } from '#texts/vault/explorer.ts'
import { hrefOf } from '#web/vault/explorer/place.ts'
import type { ChestRights } from '#web/vault/explorer/queries.ts'
import { columnScreen } from '#web/vault/explorer/Sidebar.tsx'
import { SelectionBar } from '#web/vault/explorer/SelectionBar.tsx'
import { Toolbar, type ToolbarProps } from '#web/vault/explorer/Toolbar.tsx'
import type { ExplorerDrag } from '#web/vault/explorer/useExplorerDrag.tsx'
import type { SelectWhole } from '#web/vault/explorer/useSelectWhole.ts'
import type { Marks } from '#web/vault/explorer/useMarks.ts'
import { Breadcrumbs } from '#web/platform/ui/Breadcrumbs.tsx'
import { Button, IconButton } from '#web/platform/ui/Button.tsx'
import type { MenuEntries } from '#web/platform/ui/Menu.tsx'
import { useMedia } from '#web/platform/ui/useMedia.ts'
import styles from './ChestView.module.css'

export type ChestHeadProps = {
  chest: { id: number; name: string }
  crumbs: readonly { id: number; name: string }[]
  rights: ChestRights
  marks: Marks
  /** The number of elements on all pages, if there are several. */
  total: number | undefined
  /** The selection of all pages, offered once this page is selected. */
  whole: SelectWhole | null
  drag: ExplorerDrag
  toolbar: Omit<ToolbarProps, 'mayCreate'>
  /** The lock state of the chest. */
  note: ReactNode
  onOpen: (folderId: number | null) => void
  onChangeChest: () => void
  /** Shows the folders, where the column has no room. */
  onFolders: () => void
  onMove: () => void
  /** Further actions on the marked rows. */
  more: MenuEntries
  onRemove: () => void
  onExport: () => void
}

/** Above the table: the breadcrumb, and the actions in the folder or on the marked rows. */
export function ChestHead(props: ChestHeadProps): ReactNode {
  const { chest, crumbs, rights, marks, drag } = props
  const hasColumn = useMedia(columnScreen)
  const path = [{ id: null, name: chest.name }, ...crumbs]
  return (
    <div className={styles.head}>
      {!hasColumn && (
        <div className={styles.chest}>
          <Button
            look="quiet"
            icon={<Archive />}
            aria-label={explorerTexts.changeChestFrom(chest.name)}
            onPress={props.onChangeChest}
            isWide
          >
            <span className={styles.chestName}>
              <span>{chest.name}</span>
              <ChevronsUpDown aria-hidden="true" />
            </span>
          </Button>
          <IconButton
            look="quiet"
            label={explorerTexts.tree.label}
            icon={<FolderTree />}
            onPress={props.onFolders}
          />
        </div>
      )}
      {(hasColumn || crumbs.length > 0) && (
        <div className={styles.where}>
          <Breadcrumbs
            crumbs={path.map(({ id, name }) => ({
              id: String(id ?? 'root'),
              label: id === null && !hasColumn ? explorerTexts.root : name,
              href: hrefOf({ chestId: chest.id, ...(id !== null && { folderId: id }) }),
              onFollow: () => props.onOpen(id),
              spot: drag.spotOf(id, name),
            }))}
          />
        </div>
      )}
      {props.note}
      {drag.isByKey ? (
        <p className={styles.help}>{explorerTexts.drag.help}</p>
      ) : marks.elements.length > 0 ? (
        <SelectionBar
          count={marks.elements.length}
          total={props.total}
          whole={props.whole}
          mayUpdate={rights.update}
          mayDelete={rights.delete}
          onMove={props.onMove}
          more={props.more}
          onRemove={props.onRemove}
          onExport={rights.export ? props.onExport : undefined}
          onClear={marks.clear}
        />
      ) : (
        <Toolbar {...props.toolbar} mayCreate={rights.create} />
      )}
    </div>
  )
}
