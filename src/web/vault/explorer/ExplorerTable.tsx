import { useMemo, type ReactNode } from 'react'
import { ArrowUpLeft, FileKey2, Folder, Lock } from 'lucide-react'
import { explorerTexts } from '#texts/vault/explorer.ts'
import { DataTable, type TableDragging } from '#web/platform/ui/DataTable.tsx'
import { blankCell, type Column } from '#web/platform/ui/dataTableColumns.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import type { MenuEntries } from '#web/platform/ui/Menu.tsx'
import type { TableSelection } from '#web/platform/ui/useRowSelection.ts'
import styles from './ExplorerTable.module.css'
import type { ItemRow } from './queries.ts'
import { contentOf, nameOfRow, type Row } from './rows.ts'

const texts = explorerTexts.columns

/** The cells that read items' secrets, passed by the page. */
export type ItemCells = {
  icon: (item: ItemRow) => ReactNode
  password: (item: ItemRow) => ReactNode
  otp: (item: ItemRow) => ReactNode
  address: (item: ItemRow) => ReactNode
}

export type ExplorerTableProps = {
  /** null while loading. */
  rows: readonly Row[] | null
  selectedKey: string | null
  busyKeys: ReadonlySet<string>
  cells: ItemCells
  mayCreate: boolean
  /** The marked rows. */
  selection: TableSelection<Row> | undefined
  dragging: TableDragging<Row>
  onOpen: (row: Row) => void
  /** The row may be opened soon: prefetch it. */
  onIntent: (row: Row) => void
  menuOf: (row: Row) => MenuEntries
  /** Handles a letter key on a row. Returns whether it was used. */
  onKey: (row: Row, key: string) => boolean
  emptyActions: ReactNode
}

const hasMenu = ({ kind }: Row) => kind !== 'up'

const ofItem =
  (cell: (item: ItemRow) => ReactNode) =>
  (row: Row): ReactNode =>
    row.kind === 'item' ? cell(row.item) : blankCell

function columnsOf(cells: ItemCells, isTarget: boolean): readonly Column<Row>[] {
  return [
    {
      id: 'icon',
      label: texts.icon,
      width: 'icon',
      card: 'icon',
      cell: (row) => <RowIcon row={row} cells={cells} />,
    },
    {
      id: 'name',
      label: texts.name,
      card: 'title',
      runsOver: ({ kind }) => kind !== 'item',
      cell: (row) => <RowName row={row} isTarget={isTarget} />,
    },
    {
      id: 'login',
      label: texts.login,
      width: 'medium',
      cell: ofItem(({ login }) => login !== '' && <span title={login}>{login}</span>),
    },
    { id: 'password', label: texts.password, width: 'medium', cell: ofItem(cells.password) },
    { id: 'otp', label: texts.otp, width: 'medium', hideBelow: 'large', cell: ofItem(cells.otp) },
    {
      id: 'address',
      label: texts.address,
      width: 'medium',
      hideBelow: 'large',
      cell: ofItem(cells.address),
    },
    {
      id: 'category',
      label: texts.category,
      width: 'small',
      hideBelow: 'xlarge',
      card: 'hidden',
      cell: ofItem(({ category }) => category.name),
    },
    {
      id: 'creator',
      label: texts.creator,
      width: 'small',
      hideBelow: 'xlarge',
      card: 'hidden',
      cell: (row) => (row.kind === 'up' ? blankCell : contentOf(row).creator),
    },
  ]
}

/** Folders, then items. In a folder, the first row leads to the parent. */
export function ExplorerTable(props: ExplorerTableProps): ReactNode {
  const { cells, rows } = props
  const isTarget = props.dragging.draggedKeys.size > 0
  const columns = useMemo(() => columnsOf(cells, isTarget), [cells, isTarget])
  const isEmpty = rows !== null && rows.every(({ kind }) => kind === 'up')
  return (
    <>
      <DataTable
        label={explorerTexts.table}
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        rowName={nameOfRow}
        selectedKey={props.selectedKey}
        selection={props.selection}
        dragging={props.dragging}
        busyKeys={props.busyKeys}
        onRowAction={props.onOpen}
        onRowIntent={props.onIntent}
        rowMenu={props.menuOf}
        hasRowMenu={hasMenu}
        onRowKey={props.onKey}
        empty={<></>}
      />
      {isEmpty && (
        <EmptyState title={explorerTexts.nothingHere} icon={<FileKey2 />} actions={props.emptyActions}>
          {props.mayCreate ? explorerTexts.nothingHereDetail : explorerTexts.nothingHereReadOnly}
        </EmptyState>
      )}
    </>
  )
}

function RowIcon({ row, cells }: { row: Row; cells: ItemCells }): ReactNode {
  return (
    <span
      className={`${styles.icon} ${styles[row.kind]}`}
      title={row.kind === 'item' ? row.item.category.name : undefined}
    >
      {row.kind === 'item' ? (
        cells.icon(row.item)
      ) : row.kind === 'folder' ? (
        <Folder aria-hidden="true" />
      ) : (
        <ArrowUpLeft aria-hidden="true" />
      )}
    </span>
  )
}

function RowName({ row, isTarget }: { row: Row; isTarget: boolean }): ReactNode {
  if (row.kind === 'up') {
    return (
      <span className={isTarget ? styles.target : styles.back}>
        {isTarget ? explorerTexts.drag.ontoRoot : explorerTexts.back}
      </span>
    )
  }
  const { guardian, name } = contentOf(row)
  const text = (
    <span className={styles.nameText} title={name}>
      {name}
    </span>
  )
  // A plain text keeps the rendering of a hundred rows cheap.
  if (row.kind === 'item' && !guardian) return text
  return (
    <span className={`${styles.name} ${row.kind === 'folder' ? styles.long : ''}`}>
      {text}
      {guardian && <Lock className={styles.lock} role="img" aria-label={explorerTexts.protectedMark} />}
      {row.kind === 'folder' && (
        <span className={styles.count}>
          {explorerTexts.folderCount(row.folder.countItems, row.folder.children)}
        </span>
      )}
    </span>
  )
}
