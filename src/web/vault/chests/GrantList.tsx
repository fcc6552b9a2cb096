import type { ReactNode } from 'react'
import type { Static } from 'typebox'
import type { AttachedTeam as TeamShape, AttachedUser as UserShape } from '#contract/platform/lists.ts'
import { screenLimits } from '#domain/platform/limits.ts'
import { chestRightTexts } from '#texts/platform/chest-rights.ts'
import { chestTexts } from '#texts/vault/chests.ts'
import { truncate } from '#texts/platform/format.ts'
import { nameOf } from '#web/access/nameOf.ts'
import { DormantBadge, RightsBadges } from '#web/access/RightsBadges.tsx'
import styles from './GrantList.module.css'

export type AttachedUser = Static<typeof UserShape>
export type AttachedTeam = Static<typeof TeamShape>

/** A user or team attached to a chest, with the rights of the grant itself. */
export type Grant = Pick<AttachedTeam, 'id' | 'name' | 'rights' | 'dormant'> & {
  kind: 'user' | 'team'
  /** Distinguishes people of the same name. */
  detail?: string
}

export const grantsOfUsers = (users: readonly AttachedUser[]): Grant[] =>
  users.map((user) => ({ ...user, kind: 'user', name: nameOf(user), detail: user.login }))
export const grantsOfTeams = (teams: readonly AttachedTeam[]): Grant[] =>
  teams.map((team) => ({ ...team, kind: 'team' }))

export type GrantListProps = {
  grants: readonly Grant[]
  chest: string
  /** Opens the editor of a grant. Without it, names are plain text. */
  onEdit?: ((grant: Grant) => void) | undefined
  /** Shows logins and full names, for the dialog. */
  isFull?: boolean
}

/** One line for each grant: the name, the badges of its rights, and the reason if it is dormant. */
export function GrantList({ grants, chest, onEdit, isFull = false }: GrantListProps): ReactNode {
  return (
    <ul className={isFull ? styles.full : styles.list}>
      {grants.map((grant) => (
        <li key={grant.id} className={styles.line}>
          <span className={styles.who}>
            <GrantName grant={grant} chest={chest} onEdit={onEdit} />
            {isFull && grant.detail !== undefined && <span className={styles.detail}>{grant.detail}</span>}
            <RightsBadges rights={grant.rights} />
          </span>
          {grant.dormant !== null && (
            <span className={styles.dormant}>
              <DormantBadge reason={grant.dormant} />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

function GrantName({ grant, chest, onEdit }: Omit<GrantListProps, 'grants'> & { grant: Grant }): ReactNode {
  const shown = truncate(grant.name, screenLimits.truncateAt)
  const title = [grant.name, grant.detail].filter(Boolean).join(' · ')
  if (onEdit === undefined) {
    return (
      <span className={styles.name} title={title}>
        {shown}
      </span>
    )
  }
  return (
    <button
      type="button"
      className={styles.edit}
      title={title}
      aria-label={chestTexts.table.rightsOf(grant.name, chest)}
      onClick={() => onEdit(grant)}
    >
      {shown}
    </button>
  )
}

/** The number of users or teams that the caller may not see. Renders nothing when there are none. */
export function HiddenGrants(props: { kind: Grant['kind']; count: number; named: number }): ReactNode {
  const { kind, count, named } = props
  if (count === 0) return null
  const words = chestRightTexts.hidden[kind](count)
  return <p className={styles.hidden}>{named > 0 ? chestRightTexts.hidden.and(words) : words}</p>
}

/** The number of grants shown in a table cell. */
const shownInCell = 3

/** The first grants of a chest, a button that opens all of them, and the number of hidden ones. */
export function GrantCell(
  props: GrantListProps & {
    kind: Grant['kind']
    /** The number of grants whose holder the caller may not see. */
    hidden: number
    label: string
    isStatic: boolean
    onShowAll?: (() => void) | undefined
  },
): ReactNode {
  const { kind, grants, hidden, chest, onEdit, onShowAll, isStatic, label } = props
  if (grants.length + hidden === 0) return null
  const first = isStatic ? grants : grants.slice(0, shownInCell)
  const rest = grants.length - first.length
  return (
    <div className={styles.cell} data-no-row-action>
      {first.length > 0 && <GrantList grants={first} chest={chest} onEdit={onEdit} />}
      {rest > 0 && (
        <button
          type="button"
          className={styles.more}
          aria-label={`${chestTexts.table.others(rest)}, ${chestTexts.table.allOf(label, chest)}`}
          onClick={onShowAll}
        >
          {chestTexts.table.others(rest)}
        </button>
      )}
      <HiddenGrants kind={kind} count={hidden} named={grants.length} />
    </div>
  )
}
