import type { ReactNode } from 'react'
import { explorerTexts } from '#texts/vault/explorer.ts'
import { hrefOf } from '#web/vault/explorer/place.ts'
import type { ChestRights } from '#web/vault/explorer/queries.ts'
import { SelectionBar } from '#web/vault/explorer/SelectionBar.tsx'
import { Toolbar, type ToolbarProps } from '#web/vault/explorer/Toolbar.tsx'
import type { ExplorerDrag } from '#web/vault/explorer/useExplorerDrag.tsx'
import type { Marks } from '#web/vault/explorer/useMarks.ts'
import { Breadcrumbs } from '#web/platform/ui/Breadcrumbs.tsx'
import styles from './ChestView.module.css'

export type ChestHeadProps = {
  chest: { id: number; name: string }
  crumbs: readonly { id: number; name: string }[]
  rights: ChestRights
  marks: Marks
  drag: ExplorerDrag
  toolbar: Omit<ToolbarProps, 'mayCreate'>
  /** The lock state of the chest. */
  note: ReactNode
  onOpen: (folderId: number | null) => void
  onMove: () => void
  onRemove: () => void
}

/** Above the table: the breadcrumb, and the actions in the folder or on the marked rows. */
export function ChestHead(props: ChestHeadProps): ReactNode {
  const { chest, crumbs, rights, marks, drag } = props
  const path = [{ id: null, name: chest.name }, ...crumbs]
  return (
    <div className={styles.head}>
      <div className={styles.where}>
        <Breadcrumbs
          crumbs={path.map(({ id, name }) => ({
            id: String(id ?? 'root'),
            label: name,
            href: hrefOf({ chestId: chest.id, ...(id !== null && { folderId: id }) }),
            onFollow: () => props.onOpen(id),
            spot: drag.spotOf(id, name),
          }))}
        />
      </div>
      {props.note}
      {drag.isByKey ? (
        <p className={styles.help}>{explorerTexts.drag.help}</p>
      ) : marks.elements.length > 0 ? (
        <SelectionBar
          count={marks.elements.length}
          mayUpdate={rights.update}
          mayDelete={rights.delete}
          onMove={props.onMove}
          onRemove={props.onRemove}
          onClear={marks.clear}
        />
      ) : (
        <Toolbar {...props.toolbar} mayCreate={rights.create} />
      )}
    </div>
  )
}
