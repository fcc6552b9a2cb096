import { useState, type ReactNode } from 'react'
import { Copy, Folder, KeyRound, Pencil, Trash2 } from 'lucide-react'
import { galleryTexts as texts } from '#texts/gallery.ts'
import { DataTable } from '#web/platform/ui/DataTable.tsx'
import type { Column, Sort } from '#web/platform/ui/dataTableColumns.ts'
import { SecretMask } from '#web/platform/ui/SecretText.tsx'
import styles from './gallery.module.css'

type Row = { id: number; cells: readonly string[]; items: number }

const rows: readonly Row[] = texts.rows.map((cells, id) => ({ id, cells, items: (id * 37) % 50 }))
const columns: readonly Column<Row>[] = [
  {
    id: 'icon',
    label: texts.category,
    width: 'icon',
    card: 'icon',
    cell: ({ id }) =>
      id === 0 ? <Folder size={18} aria-hidden="true" /> : <KeyRound size={18} aria-hidden="true" />,
  },
  {
    id: 'name',
    label: texts.name,
    width: 'wide',
    isSortable: true,
    card: 'title',
    cell: ({ cells }) => cells[0],
  },
  {
    id: 'creator',
    label: texts.creator,
    width: 'small',
    hideBelow: 'xlarge',
    card: 'hidden',
    cell: ({ cells }) => cells[1],
  },
  {
    id: 'category',
    label: texts.category,
    width: 'medium',
    hideBelow: 'large',
    cell: ({ cells }) => cells[2],
  },
  { id: 'address', label: texts.address, cell: ({ cells }) => cells[4] },
  {
    id: 'login',
    label: texts.login,
    width: 'medium',
    isSortable: true,
    hideBelow: 'medium',
    cell: ({ cells }) => cells[3],
  },
  {
    id: 'password',
    label: texts.password,
    width: 'medium',
    hideBelow: 'xlarge',
    card: 'hidden',
    cell: () => <SecretMask />,
  },
  { id: 'items', label: texts.items, width: 'small', align: 'end', cell: ({ items }) => items },
]

export function GalleryTable(): ReactNode {
  const [sort, setSort] = useState<Sort>({ column: 'name', direction: 'ascending' })
  const [selected, setSelected] = useState(1)
  return (
    <div className={styles.stack}>
      <div className={styles.card}>
        <DataTable
          label={texts.sections.table}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          rowName={(row) => row.cells[0] ?? ''}
          sort={sort}
          onSort={setSort}
          selectedKey={selected}
          onRowAction={(row) => setSelected(row.id)}
          busyKeys={new Set([3])}
          rowMenu={() => [
            { id: 'copy', label: texts.copyPassword, icon: <Copy />, shortcut: 'c' },
            { id: 'edit', label: texts.edit, icon: <Pencil />, shortcut: 'e' },
            'line',
            { id: 'remove', label: texts.remove, icon: <Trash2 />, look: 'danger' },
          ]}
        />
      </div>
      <div className={styles.card}>
        <DataTable
          label={texts.waiting}
          columns={columns}
          rows={null}
          rowKey={(row) => row.id}
          skeletonRows={3}
        />
      </div>
      <div className={styles.card}>
        <DataTable label={texts.emptyTitle} columns={columns} rows={[]} rowKey={(row) => row.id} />
      </div>
    </div>
  )
}
