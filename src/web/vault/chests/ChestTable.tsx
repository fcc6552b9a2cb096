import type { ReactNode } from 'react'
import { Archive, Lock } from 'lucide-react'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { chests } from '#contract/vault/chests.ts'
import { officeTexts } from '#texts/platform/lists.ts'
import { chestTexts } from '#texts/vault/chests.ts'
import { Cut, NameCell, NameList } from '#web/platform/back-office/Cells.tsx'
import { Badge } from '#web/platform/ui/Badge.tsx'
import { DataTable, type DataTableProps } from '#web/platform/ui/DataTable.tsx'
import type { Column } from '#web/platform/ui/dataTableColumns.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import type { MenuEntries } from '#web/platform/ui/Menu.tsx'
import { GrantCell, grantsOfTeams, grantsOfUsers, type Grant } from './GrantList.tsx'
import styles from './ChestTable.module.css'

export type Chest = ReplyOf<typeof chests.list>[number]
const texts = chestTexts.table

export type ChestTableProps = Pick<DataTableProps<Chest>, 'selection' | 'sort' | 'onSort'> & {
  /** null while loading. */
  chests: readonly Chest[] | null
  /** The chest named by the address: highlighted. */
  chosenId?: number | null
  busyIds?: ReadonlySet<number>
  /** Whether a filter narrows the list. The text of an empty list depends on it. */
  isFiltered?: boolean
  rowMenu?: (chest: Chest) => MenuEntries
  onOpen?: (chest: Chest) => void
  onEditGrant?: (chest: Chest, grant: Grant) => void
  onShowGrants?: (chest: Chest, kind: Grant['kind']) => void
  /** Rendered by the server: without menu and script. */
  isStatic?: boolean
}

/** Returns the users or teams of a chest that the caller may see, and the number of hidden ones. */
export const attachedOf = (chest: Chest, kind: Grant['kind']): { grants: Grant[]; hidden: number } =>
  kind === 'user'
    ? { grants: grantsOfUsers(chest.users), hidden: chest.hiddenUsers }
    : { grants: grantsOfTeams(chest.teams), hidden: chest.hiddenTeams }

/** Renders the cell of a chest's users or teams. */
function grantCell(props: ChestTableProps, chest: Chest, kind: Grant['kind']): ReactNode {
  const { onEditGrant, onShowGrants, isStatic = false } = props
  const { grants, hidden } = attachedOf(chest, kind)
  const mayEdit = chest.manageable && !isStatic && onEditGrant !== undefined
  return grants.length + hidden === 0 ? null : (
    <GrantCell
      kind={kind}
      grants={grants}
      hidden={hidden}
      chest={chest.name}
      label={kind === 'user' ? texts.users : texts.teams}
      isStatic={isStatic}
      onEdit={mayEdit ? (grant) => onEditGrant(chest, grant) : undefined}
      onShowAll={() => onShowGrants?.(chest, kind)}
    />
  )
}

const columnsOf = (props: ChestTableProps): readonly Column<Chest>[] => [
  {
    id: 'id',
    label: texts.id,
    cell: ({ id }) => id,
    align: 'end',
    width: 'number',
    hideBelow: 'large',
    isSortable: true,
  },
  {
    id: 'name',
    label: texts.name,
    card: 'title',
    isSortable: true,
    cell: (chest) => <ChestName chest={chest} />,
  },
  {
    id: 'users',
    label: texts.users,
    width: 'share',
    isSortable: true,
    sortLabel: officeTexts.numberOf(texts.users),
    cell: (chest) => grantCell(props, chest, 'user'),
  },
  {
    id: 'teams',
    label: texts.teams,
    width: 'share',
    hideBelow: 'medium',
    isSortable: true,
    sortLabel: officeTexts.numberOf(texts.teams),
    cell: (chest) => grantCell(props, chest, 'team'),
  },
  {
    id: 'banks',
    label: texts.banks,
    width: 'share',
    hideBelow: 'xlarge',
    isSortable: true,
    sortLabel: officeTexts.numberOf(texts.banks),
    cell: ({ name, banks }) =>
      banks.length === 0 ? null : (
        <NameList
          names={banks.map(({ id, label }) => ({ id, name: label, href: `/routes/bank?bankId=${id}` }))}
          label={texts.banks}
          of={name}
          shown={1}
          isStatic={props.isStatic}
        />
      ),
  },
]

function ChestName({ chest }: { chest: Chest }): ReactNode {
  return (
    <span className={styles.name}>
      <NameCell name={chest.name} manageable={chest.manageable} />
      {chest.guardian && <Badge icon={<Lock aria-hidden="true" />}>{texts.locked}</Badge>}
      {chest.description !== '' && (
        <span className={styles.description}>
          <Cut text={chest.description} />
        </span>
      )}
    </span>
  )
}

/** The chests of the back office. The server renders the same component for its fragment. */
export function ChestTable(props: ChestTableProps): ReactNode {
  return (
    <DataTable
      label={texts.label}
      columns={columnsOf(props)}
      rows={props.chests}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      rowMenu={props.rowMenu}
      onRowAction={props.onOpen}
      selectedKey={props.chosenId ?? null}
      selection={props.selection}
      busyKeys={props.busyIds}
      isStatic={props.isStatic}
      sort={props.sort}
      onSort={props.onSort}
      empty={
        <EmptyState
          title={props.isFiltered === true ? chestTexts.noResult : chestTexts.none}
          icon={<Archive />}
        />
      }
    />
  )
}
