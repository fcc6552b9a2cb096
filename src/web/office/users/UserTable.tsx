import type { ReactNode } from 'react'
import { Ban, CircleAlert, MailWarning, Users } from 'lucide-react'
import { userStates } from '#domain/platform/roles.ts'
import { formatExactDate } from '#texts/platform/format.ts'
import { directoryReasonTexts } from '#texts/identity/directory.ts'
import { officeTexts } from '#texts/platform/lists.ts'
import { shellTexts } from '#texts/platform/shell.ts'
import { userTexts } from '#texts/office/users.ts'
import { listedNameOf } from '#web/access/nameOf.ts'
import { Cut, NameCell, nameList } from '#web/platform/back-office/Cells.tsx'
import { bankNames, teamNames } from '#web/platform/back-office/names.ts'
import { Badge } from '#web/platform/ui/Badge.tsx'
import { DataTable, type DataTableProps } from '#web/platform/ui/DataTable.tsx'
import type { Column } from '#web/platform/ui/dataTableColumns.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { cx } from '#web/platform/ui/given.ts'
import { RelativeTime } from '#web/platform/ui/RelativeTime.tsx'
import type { User } from './queries.ts'
import styles from './UserTable.module.css'

const texts = userTexts.columns

/**
 * The columns. On a page of 1440 px all of them fit, each as narrow as its usual texts allow. Banks and teams are
 * shortened lists of links; without a script they are listed in full.
 */
const columns = (isStatic: boolean, now: number): readonly Column<User>[] => [
  {
    id: 'name',
    label: texts.name,
    card: 'title',
    isSortable: true,
    cell: (user) => <NameCell name={listedNameOf(user)} manageable={user.manageable} />,
  },
  {
    id: 'login',
    label: texts.login,
    width: 'medium',
    narrowBelow: { level: 'first', width: 9 },
    isSortable: true,
    cell: ({ login }) => <Cut text={login} />,
  },
  {
    id: 'email',
    label: texts.email,
    width: 'roomy',
    hideBelow: 'xlarge',
    isSortable: true,
    cell: ({ email }) => <Mail text={email} />,
  },
  {
    id: 'role',
    label: texts.role,
    width: 'medium',
    narrowBelow: { level: 'first', width: 8 },
    isSortable: true,
    cell: (user) => <RoleCell user={user} />,
  },
  {
    id: 'state',
    label: texts.state,
    width: 'small',
    narrowBelow: { level: 'first', width: 6 },
    isSortable: true,
    cell: (user) => <StateCell user={user} now={now} />,
  },
  {
    id: 'banks',
    label: texts.banks,
    width: 'medium',
    narrowBelow: { level: 'first', width: 9.25 },
    hideBelow: 'xlarge',
    isSortable: true,
    sortLabel: officeTexts.numberOf(texts.banks),
    cell: (user) =>
      nameList({
        names: bankNames(user.banks),
        label: texts.banks,
        of: listedNameOf(user),
        shown: 1,
        isStatic,
      }),
  },
  {
    id: 'teams',
    label: texts.teams,
    width: 'medium',
    narrowBelow: { level: 'first', width: 9.25 },
    hideBelow: 'xlarge',
    isSortable: true,
    sortLabel: officeTexts.numberOf(texts.teams),
    cell: (user) =>
      nameList({
        names: teamNames(user.teams),
        label: texts.teams,
        of: listedNameOf(user),
        shown: 1,
        isStatic,
      }),
  },
  {
    id: 'lastSignIn',
    label: texts.lastSignIn,
    width: 'medium',
    narrowBelow: { level: 'first', width: 9 },
    hideBelow: 'medium',
    isSortable: true,
    cell: ({ lastSignIn, manageable }) =>
      lastSignIn === null ? (
        manageable && userTexts.neverSignedIn
      ) : (
        <RelativeTime at={lastSignIn} now={now} />
      ),
  },
]

/** A mail on two lines, broken before its domain: cut, those of one organisation would read the same. */
function Mail({ text }: { text: string }): ReactNode {
  const at = text.lastIndexOf('@')
  return (
    <span className={styles.mail} title={text}>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </span>
  )
}

/** Shows the first role. Its name is also a style class of the label. */
function RoleCell({ user }: { user: User }): ReactNode {
  const role = user.roles[0] ?? user.role
  return (
    <span className={styles.roleCell}>
      <span className={cx(styles.role, role)}>{shellTexts.roles[role]}</span>
      <span className={styles.type}>{userTexts.types[user.type]}</span>
    </span>
  )
}

/** Shows whether the account is active, until when it is blocked, why the directory refused it, and which mail is unsent. */
function StateCell({ user, now }: { user: User; now: number }): ReactNode {
  const isActive = user.state.id === userStates.active
  return (
    <span className={styles.state}>
      {isActive ? <Badge tone="success">{userTexts.states[1]}</Badge> : <Badge>{userTexts.states[2]}</Badge>}
      {user.blocked && (
        <Badge tone="danger" icon={<Ban aria-hidden="true" />}>
          {userTexts.blocked}
        </Badge>
      )}
      {user.blocked && user.blockedUntil !== null && (
        <span className={styles.until}>
          {userTexts.blockedUntil(formatExactDate(Date.parse(user.blockedUntil)))}
        </span>
      )}
      {user.directoryRefusal !== null && <DirectoryRefusal {...user.directoryRefusal} now={now} />}
      {user.unsentMail !== null && <UnsentMail {...user.unsentMail} />}
    </span>
  )
}

/** Why the directory last refused the person, and when. */
function DirectoryRefusal({
  code,
  at,
  now,
}: NonNullable<User['directoryRefusal']> & { now: number }): ReactNode {
  return (
    <>
      <span className={styles.unsent}>
        <CircleAlert aria-hidden="true" />
        {userTexts.refused(directoryReasonTexts[code])}
      </span>
      <span className={styles.until}>
        <RelativeTime at={at} now={now} />
      </span>
    </>
  )
}

/** An invitation or link that has not been sent, and the reason. */
function UnsentMail({ isInvitation, isWaiting, reason }: NonNullable<User['unsentMail']>): ReactNode {
  return (
    <>
      <span className={styles.unsent}>
        <MailWarning aria-hidden="true" />
        {userTexts.unsent(isInvitation, isWaiting)}
      </span>
      {reason !== null && <span className={styles.until}>{reason}</span>}
    </>
  )
}

export type UserTableProps = Pick<
  DataTableProps<User>,
  'selectedKey' | 'selection' | 'busyKeys' | 'rowMenu' | 'onRowAction' | 'isStatic' | 'sort' | 'onSort'
> & {
  /** null while loading. */
  users: readonly User[] | null
  /** The present time, in milliseconds: dates are relative to it. */
  now: number
  /** Whether a filter narrows the list. The text of an empty list depends on it. */
  isFiltered?: boolean
}

/** The users of the back office. The server renders the same component for its fragment. */
export function UserTable({ users, now, isFiltered = false, ...table }: UserTableProps): ReactNode {
  return (
    <DataTable
      label={userTexts.list}
      columns={columns(table.isStatic === true, now)}
      rows={users}
      rowKey={({ id }) => id}
      rowName={listedNameOf}
      empty={<EmptyState title={isFiltered ? userTexts.noResult : userTexts.none} icon={<Users />} />}
      {...table}
    />
  )
}
