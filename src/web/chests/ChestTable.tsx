import type { ReactNode } from 'react'
import { Lock, LockOpen } from 'lucide-react'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { chests } from '#contract/chests.ts'
import { screenLimits } from '#domain/limits.ts'
import { chestTexts } from '#texts/chests.ts'
import { truncate } from '#texts/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import type { Column } from '#web/ui/dataTableColumns.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'

export type Chest = ReplyOf<typeof chests.list>[number]
const texts = chestTexts.table

/** Lines of labels hold 50 characters; the whole stands in the tooltip. */
const cut = (text: string): ReactNode =>
  text.length > screenLimits.truncateAt ? (
    <span title={text}>{truncate(text, screenLimits.truncateAt)}</span>
  ) : (
    text
  )

const columns: readonly Column<Chest>[] = [
  { id: 'id', label: texts.id, cell: ({ id }) => id, align: 'end', width: 'small' },
  { id: 'name', label: texts.name, cell: ({ name }) => cut(name), width: 'large', card: 'title' },
  {
    id: 'description',
    label: texts.description,
    cell: ({ description }) => cut(description),
    hideBelow: 'medium',
  },
  { id: 'type', label: texts.type, cell: ({ type }) => type, width: 'small', hideBelow: 'medium' },
  {
    id: 'lock',
    label: texts.lock,
    width: 'medium',
    cell: ({ guardian }) =>
      guardian ? (
        <Badge icon={<Lock />}>{texts.locked}</Badge>
      ) : (
        <Badge icon={<LockOpen />}>{texts.unlocked}</Badge>
      ),
  },
]

export type ChestTableProps = {
  /** null while they load. */
  chests: readonly Chest[] | null
  /** The chest that the address names: highlighted. */
  chosenId?: number | null
  /** Rendered by the server: no menu, nothing that needs a script. */
  isStatic?: boolean
}

/** The chests of the back office; the server renders the same component for its fragment. */
export function ChestTable({ chests: rows, chosenId = null, isStatic = false }: ChestTableProps): ReactNode {
  return (
    <DataTable
      label={texts.label}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      selectedKey={chosenId}
      isStatic={isStatic}
      empty={<EmptyState title={chestTexts.none} />}
    />
  )
}
