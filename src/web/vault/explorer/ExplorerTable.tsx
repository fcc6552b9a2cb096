import { useMemo, useState, type ReactNode } from 'react'
import { ArrowUpLeft, FileKey2, Folder, KeyRound, Lock, Timer } from 'lucide-react'
import { explorerTexts } from '#texts/vault/explorer.ts'
import { lazyDialog } from '#web/platform/shell/lazyDialog.tsx'
import { usePreference } from '#web/platform/shell/usePreference.ts'
import { chooseColumns, orderColumns, readColumnChoice } from '#web/platform/ui/columnChoice.ts'
import type { ColumnsDialogProps } from '#web/platform/ui/ColumnsDialog.tsx'
import { DataTable, type TableDragging } from '#web/platform/ui/DataTable.tsx'
import { blankCell, type Column, type Sort } from '#web/platform/ui/dataTableColumns.ts'
import { cx } from '#web/platform/ui/given.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import type { RowUse } from '#web/platform/ui/DataTableRow.tsx'
import type { MenuEntries } from '#web/platform/ui/Menu.tsx'
import type { TableSelection } from '#web/platform/ui/useRowSelection.ts'
import { DueBadge } from '#web/vault/due-dates/DueBadge.tsx'
import { todayInFrance } from '#web/vault/due-dates/today.ts'
import styles from './ExplorerTable.module.css'
import type { Place } from './place.ts'
import type { ItemRow } from './queries.ts'
import { contentOf, labelOfRow, nameOfRow, type Row } from './rows.ts'

const texts = explorerTexts.columns

const ColumnsDialog = lazyDialog<ColumnsDialogProps<Row>>(() =>
  import('#web/platform/ui/ColumnsDialog.tsx').then((module) => module.ColumnsDialog<Row>),
)

/** The cells that read items' secrets, passed by the page. */
export type ItemCells = {
  icon: (item: ItemRow) => ReactNode
  password: (item: ItemRow) => ReactNode
  otp: (item: ItemRow) => ReactNode
  address: (item: ItemRow) => ReactNode
}

/** The buttons at the end of a row, passed by the page. */
type RowUses<Id extends string> = {
  /** A stable function. */
  of: (row: Row) => readonly RowUse<Id>[]
  on: (row: Row, id: Id) => void
}

export type ExplorerTableProps<UseId extends string> = {
  /** null while loading. */
  rows: readonly Row[] | null
  sort: Sort
  onSort: (sort: Sort) => void
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
  uses: RowUses<UseId>
  /** Handles a letter key on a row. Returns whether it was used. */
  onKey: (row: Row, key: string) => boolean
  emptyActions: ReactNode
}

const hasMenu = ({ kind }: Row) => kind !== 'up'

const ofItem =
  (cell: (item: ItemRow) => ReactNode) =>
  (row: Row): ReactNode =>
    row.kind === 'item' ? cell(row.item) : blankCell

/** Returns the order of a place as the table shows it. */
export const sortOf = ({ sort = 'name', direction }: Place): Sort => ({
  column: sort,
  direction: direction === 'DESC' ? 'descending' : 'ascending',
})

const creatorOf = ({ creator }: { creator: string }): ReactNode =>
  creator !== '' && <span title={creator}>{creator}</span>

/**
 * Returns the columns of the table.
 * @param runsOver the names of folders run over the following columns, which are blank up to the creator
 */
function columnsOf(cells: ItemCells, isTarget: boolean, runsOver: boolean): readonly Column<Row>[] {
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
      isSortable: true,
      card: 'title',
      runsOver: ({ kind }) => runsOver && kind !== 'item',
      cell: (row) => <RowName row={row} isTarget={isTarget} runsOver={runsOver} />,
    },
    {
      id: 'login',
      label: texts.login,
      isSortable: true,
      width: 'medium',
      card: 'second',
      cell: ofItem(({ login }) => login !== '' && <span title={login}>{login}</span>),
    },
    {
      id: 'password',
      label: texts.password,
      isSortable: true,
      width: 'medium',
      narrowBelow: { level: 'medium', width: 'number' },
      icon: <KeyRound />,
      card: 'action',
      cell: ofItem(cells.password),
    },
    {
      id: 'otp',
      label: texts.otp,
      isSortable: true,
      width: 'medium',
      narrowBelow: { level: 'large', width: 'icon' },
      icon: <Timer />,
      card: 'hidden',
      cell: ofItem(cells.otp),
    },
    {
      id: 'address',
      label: texts.address,
      isSortable: true,
      width: 'medium',
      hideBelow: 'medium',
      card: 'hidden',
      cell: ofItem(cells.address),
    },
    {
      id: 'category',
      label: texts.category,
      isSortable: true,
      width: 'small',
      hideBelow: 'large',
      card: 'hidden',
      cell: ofItem(({ category }) => <span title={category.name}>{category.name}</span>),
    },
    {
      id: 'creator',
      label: texts.creator,
      isSortable: true,
      width: 'small',
      hideBelow: 'xlarge',
      card: 'hidden',
      cell: (row) => (row.kind === 'up' ? blankCell : creatorOf(contentOf(row))),
    },
  ]
}

/**
 * Folders, then items. In a folder, the first row leads to the parent. In a narrow table the creator leaves, then
 * the category; the code becomes an icon; the address leaves; the password becomes its buttons.
 */
export function ExplorerTable<UseId extends string>(props: ExplorerTableProps<UseId>): ReactNode {
  const { cells, rows } = props
  const isTarget = props.dragging.draggedKeys.size > 0
  const [choice, setChoice] = usePreference('explorer-columns', readColumnChoice)
  const [isChoosing, setChoosing] = useState(false)
  const all = useMemo(() => {
    const isCreatorLast = orderColumns(columnsOf(cells, false, false), choice).at(-1)?.id === 'creator'
    return columnsOf(cells, isTarget, isCreatorLast || choice.hidden.includes('creator'))
  }, [cells, isTarget, choice])
  const columns = useMemo(() => chooseColumns(all, choice), [all, choice])
  const isEmpty = rows !== null && rows.every(({ kind }) => kind === 'up')
  return (
    <>
      <div className={styles.table}>
        <DataTable
          label={explorerTexts.table}
          columns={columns}
          rows={rows}
          rowKey={({ key }) => key}
          rowName={nameOfRow}
          onColumns={() => setChoosing(true)}
          sort={props.sort}
          onSort={props.onSort}
          selectedKey={props.selectedKey}
          selection={props.selection}
          dragging={props.dragging}
          busyKeys={props.busyKeys}
          onRowAction={props.onOpen}
          onRowIntent={props.onIntent}
          rowMenu={props.menuOf}
          hasRowMenu={hasMenu}
          rowLabel={labelOfRow}
          rowUses={props.uses.of}
          onRowUse={props.uses.on}
          onRowKey={props.onKey}
          empty={<></>}
        />
      </div>
      {isChoosing && (
        <ColumnsDialog
          columns={all}
          choice={choice}
          onChange={setChoice}
          onClose={() => setChoosing(false)}
        />
      )}
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

function RowName(props: { row: Row; isTarget: boolean; runsOver: boolean }): ReactNode {
  const { row, isTarget, runsOver } = props
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
  const due = row.kind === 'item' && row.item.due !== null && (
    <span className={styles.due}>
      <DueBadge due={row.item.due} today={todayInFrance()} />
    </span>
  )
  // A plain text keeps the rendering of a hundred rows cheap.
  if (row.kind === 'item' && !guardian && due === false) return text
  return (
    <span
      className={cx(
        styles.name,
        row.kind === 'folder' && runsOver && styles.long,
        due !== false && styles.dated,
      )}
    >
      {text}
      {guardian && <Lock className={styles.lock} role="img" aria-label={explorerTexts.protectedMark} />}
      {due}
      {row.kind === 'folder' && (
        <span className={styles.count}>
          {explorerTexts.folderCount(row.folder.holds.items, row.folder.holds.folders)}
        </span>
      )}
    </span>
  )
}
