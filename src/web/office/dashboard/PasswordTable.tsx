import type { ReactNode } from 'react'
import { CopyX, History, KeyRound, ShieldAlert } from 'lucide-react'
import type { Concern } from '#domain/vault/figures.ts'
import { passwordListTexts } from '#texts/office/dashboard.ts'
import { strengthTexts } from '#texts/platform/ratings.ts'
import { ReadOnlyBadge } from '#web/platform/back-office/Cells.tsx'
import { Badge, type Tone } from '#web/platform/ui/Badge.tsx'
import { DataTable } from '#web/platform/ui/DataTable.tsx'
import type { Column, Sort } from '#web/platform/ui/dataTableColumns.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { LevelMeter } from '#web/platform/ui/LevelMeter.tsx'
import { RelativeTime } from '#web/platform/ui/RelativeTime.tsx'
import styles from './PasswordTable.module.css'
import type { PasswordPlace, PasswordSort } from './place.ts'
import type { ListedPassword } from './queries.ts'

const texts = passwordListTexts.columns

const looks: Record<Concern, { tone: Tone; icon: ReactNode }> = {
  weak: { tone: 'danger', icon: <ShieldAlert aria-hidden="true" /> },
  reused: { tone: 'attention', icon: <CopyX aria-hidden="true" /> },
  old: { tone: 'neutral', icon: <History aria-hidden="true" /> },
}

export type PasswordTableProps = {
  /** null while loading. */
  passwords: readonly ListedPassword[] | null
  now: number
  place: PasswordPlace
  onSort: (sort: PasswordSort, order: 'ASC' | 'DESC') => void
  onOpen: (password: ListedPassword) => void
  /** Shown below the text of an empty list. */
  emptyActions?: ReactNode
}

/** Passwords with the reasons to change them. A row leads to its item. */
export function PasswordTable(props: PasswordTableProps): ReactNode {
  const { place } = props
  const isAboutAge = place.concern === 'old' || place.sort === 'age'
  const columns: readonly Column<ListedPassword>[] = [
    { id: 'name', label: texts.name, card: 'title', cell: (row) => <Name row={row} /> },
    {
      id: 'login',
      label: texts.login,
      width: 'roomy',
      hideBelow: 'xlarge',
      cell: ({ login }) => login !== '' && <span title={login}>{login}</span>,
    },
    {
      id: 'chest',
      label: texts.chest,
      width: 'share',
      hideBelow: 'large',
      isSortable: true,
      cell: ({ chest }) => <span title={chest}>{chest}</span>,
    },
    {
      id: 'strength',
      label: texts.strength,
      width: 'roomy',
      isSortable: true,
      cell: ({ level }) => (
        <span className={styles.level}>
          <LevelMeter scale="strength" look="inline" level={level} word={strengthTexts[level]} />
        </span>
      ),
    },
    {
      id: 'concerns',
      label: texts.concerns,
      width: 'large',
      hideBelow: isAboutAge ? 'large' : undefined,
      cell: (row) => concernBadges(row),
    },
    {
      id: 'age',
      label: texts.age,
      width: 'medium',
      isSortable: true,
      hideBelow: isAboutAge ? undefined : 'xlarge',
      cell: ({ changedAt }) => <RelativeTime at={changedAt} now={props.now} />,
    },
  ]
  const sort: Sort = {
    column: place.sort ?? 'strength',
    direction: place.order === 'DESC' ? 'descending' : 'ascending',
  }
  return (
    <DataTable
      label={passwordListTexts.table}
      columns={columns}
      rows={props.passwords}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      sort={sort}
      onSort={({ column, direction }) =>
        props.onSort(column as PasswordSort, direction === 'descending' ? 'DESC' : 'ASC')
      }
      onRowAction={props.onOpen}
      empty={
        <EmptyState title={passwordListTexts.none} icon={<KeyRound />} actions={props.emptyActions}>
          {passwordListTexts.noneDetail}
        </EmptyState>
      }
    />
  )
}

function Name({ row }: { row: ListedPassword }): ReactNode {
  return (
    <span className={styles.name}>
      <span className={styles.nameText} title={row.name}>
        {row.name}
      </span>
      {!row.mayChange && <ReadOnlyBadge />}
    </span>
  )
}

function concernBadges({ concerns, sharedBy }: ListedPassword): ReactNode {
  if (concerns.length === 0) return null
  return (
    <span className={styles.concerns}>
      {concerns.map((concern) => (
        <Badge key={concern} {...looks[concern]} title={passwordListTexts.concernHints[concern]}>
          {passwordListTexts.concerns[concern](sharedBy)}
        </Badge>
      ))}
    </span>
  )
}
